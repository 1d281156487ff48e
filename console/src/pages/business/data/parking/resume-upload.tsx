/** "Cache resume": puts every waiting event back into the upload queue. */
import { useMayWork } from '#src/forms/use-may-work.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useChange } from '#src/core/queries.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'

export function ResumeUpload() {
  const words = useWords('events')
  const may = useMayWork()
  const resume = useChange('/api/system/parking_event_resume_upload', {
    refresh: ['/api/parking/parking_event'],
    done: ({ resumed }) => toast.success(words.resume_done(resumed)),
  })
  async function run() {
    if (await confirm({ title: words.resume_ask, body: words.resume_effect, confirm: words.resume }))
      await resume.run({})
  }
  return (
    <WhyButton
      variant="primary"
      why={may ? undefined : words.resume_role}
      busy={resume.running}
      onPress={() => void run()}
    >
      {resume.running ? words.resuming : words.resume}
    </WhyButton>
  )
}
