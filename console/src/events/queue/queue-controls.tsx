/** The button that pauses or resumes the queue, after a confirmation. */
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useChange } from '#src/core/queries.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import type { EventQueue } from './queue-state.tsx'

const refresh = ['/api/parking/event_queue', '/api/system/app_status', '/api/system/disk_status'] as const

export function QueuePause({ queue }: { queue: EventQueue }) {
  const words = useWords('queue')
  const may = useMayWork()
  const { paused } = queue.pause
  const change = useChange('/api/parking/set_event_sending', {
    refresh,
    done: (now) => toast.success(now.paused ? words.paused_done : words.going_on),
  })
  async function run() {
    const question = paused
      ? { title: words.go_on_ask, body: words.go_on_effect(queue.waiting), confirm: words.go_on }
      : { title: words.pause_ask, body: words.pause_effect, confirm: words.pause }
    if (await confirm(question)) await change.run({ paused: !paused })
  }
  return (
    <WhyButton
      why={may ? undefined : words.role}
      variant={paused ? 'primary' : undefined}
      busy={change.running}
      onPress={() => void run()}
    >
      {paused ? words.go_on : words.pause}
    </WhyButton>
  )
}
