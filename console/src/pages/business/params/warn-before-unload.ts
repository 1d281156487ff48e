/**
 * Closing the browser tab loses unsaved input, so the browser asks first; navigation within the console loses
 * nothing. It does not ask when the console reloads itself because the session ended or the device restarts.
 */
import { param_groups } from '@parking/contract/params/params.ts'
import { plannedRestart } from '#src/stores/planned-restart.ts'
import { draftNames } from '#src/stores/drafts.ts'
import { readToken } from '#src/stores/session.ts'

const names: readonly string[] = param_groups

/** Called once, when the page's module is loaded. */
export function warnBeforeUnload(): void {
  addEventListener('beforeunload', (event) => {
    if (
      readToken() !== undefined &&
      plannedRestart.get() === undefined &&
      draftNames.get().some((name) => names.includes(name))
    )
      event.preventDefault()
  })
}
