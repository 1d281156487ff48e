/**
 * Signs out: notifies the device, clears the user's data whatever it answers (spec §4), and shows the login.
 * Asks first if unsaved drafts would be lost.
 */
import { call, outcomeOf } from '../core/api.ts'
import { confirm } from '../ui/dialog/confirm.tsx'
import { wordsNow } from '../core/words.ts'
import { draftNames } from '../stores/drafts.ts'
import { readToken } from '../stores/session.ts'
import { leaveEverywhere } from './leave.ts'

export async function logout(): Promise<void> {
  const words = wordsNow('shell').user
  if (
    draftNames.get().length > 0 &&
    !(await confirm({
      title: words.logout_unsaved,
      body: words.logout_unsaved_says,
      confirm: words.logout,
      danger: true,
    }))
  )
    return
  if (readToken())
    await outcomeOf(call('/api/user/logout', {}, { quiet: true, guard: true, repeatable: true }))
  leaveEverywhere()
}
