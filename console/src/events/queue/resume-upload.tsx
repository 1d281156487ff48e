/**
 * "Cache resume" (spec §2): sends everything that can be sent now. Stands out only if events are waiting, and
 * asks only if it also ends a pause.
 */
import { event_status } from '@parking/contract/core/codes.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useCall, useChange } from '#src/core/queries.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import type { EventQueue } from './queue-state.tsx'

/** `main`: the button may be the primary button of its page. */
export function ResumeUpload({ main = false }: { main?: boolean }) {
  const words = useWords('resume')
  const may = useMayWork()
  // A device without this call cannot report what waits, so the button asks all the same.
  const queue = useCall('/api/parking/event_queue', {}, { every: 10_000 })
  const waiting = queue.data && resumable(queue.data)
  const resume = useChange('/api/system/parking_event_resume_upload', {
    refresh: [
      '/api/parking/event_queue',
      '/api/parking/parking_event',
      '/api/system/app_status',
      '/api/system/disk_status',
      '/api/parking/alarms',
    ],
    done: ({ resumed }) => toast.success(words.done(resumed)),
  })
  async function run() {
    const ask = queue.data?.pause.paused ?? true
    if (!ask || (await confirm({ title: words.ask, body: words.effect, confirm: words.act })))
      await resume.run({})
  }
  return (
    <WhyButton
      variant={main && waiting !== undefined && waiting > 0 ? 'primary' : undefined}
      why={!may ? words.role : waiting === 0 ? words.nothing : undefined}
      busy={resume.running}
      onPress={() => void run()}
    >
      {resume.running ? words.doing : words.act}
    </WhyButton>
  )
}

/**
 * How many events the call would send now; delayed events that wait for a check or an address are not sent.
 */
function resumable({ by_status, state }: EventQueue): number {
  const count = (status: number) => by_status[String(status)] ?? 0
  const held = state === 'waits_for_check' || state === 'no_address'
  return (
    count(event_status.pending) +
    count(event_status.awaiting_upload) +
    count(event_status.send_failed) +
    (held ? 0 : count(event_status.delayed))
  )
}
