/** Restarts the analysis application after a confirmation, from anywhere in the console. */
import { call, outcomeOf } from '#src/core/api.ts'
import { refreshReads } from '#src/core/queries.ts'
import { wordsNow } from '#src/core/words.ts'
import { loadWords } from '#src/stores/language.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { toast } from '#src/ui/toast.tsx'

/** A failure is shown as a toast. */
export async function restartApplication(): Promise<void> {
  await loadWords(['dashboard'])
  const words = wordsNow('dashboard')
  const agreed = await confirm({
    title: words.ask.restart,
    body: words.effect_plain.restart,
    confirm: words.restart,
  })
  if (!agreed) return
  if ((await outcomeOf(call('/api/system/app_control', { action: 'restart' }))).error) return
  await refreshReads(['/api/system/app_status'])
  toast.success(wordsNow('dashboard').done.restart)
}
