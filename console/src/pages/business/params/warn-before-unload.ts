/**
 * Closing the browser's tab loses what was typed and not saved, so the browser asks first; walking about in the console loses nothing. It is not asked
 * where the document goes by itself: the session ended, or the device is being awaited.
 */
import { param_groups } from '@parking/contract/params/params.ts'
import { plannedRestart } from '#src/stores/planned-restart.ts'
import { draftNames } from '#src/stores/drafts.ts'
import { readToken } from '#src/stores/session.ts'

const names: readonly string[] = param_groups

/** Called once, when the page is first downloaded. */
export function askBeforeLeaving(): void {
  addEventListener('beforeunload', (event) => {
    if (
      readToken() !== undefined &&
      plannedRestart.get() === undefined &&
      draftNames.get().some((name) => names.includes(name))
    )
      event.preventDefault()
  })
}
