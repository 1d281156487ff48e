/**
 * Creates the first user of a new box, with a random one-time password or PARKING_ADMIN_PASSWORD. There is no
 * default password.
 */
import { passwordIssue } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { readSetting } from '../core/settings.store.ts'
import { hashPassword, oneTimePassword } from './password.ts'
import { costOf } from './password-cost.ts'
import { endSessionsOf } from './session.store.ts'
import { addUser, hasUsers, setPassword, userByName } from './user.store.ts'

export const first_username = 'admin'

/**
 * Creates `admin` at the first start. Returns the one-time password to show, a new one at each start until it
 * is changed: only its hash is stored, and losing it must not lock out the owner. A `given` password need not
 * be changed and is not shown.
 */
export async function ensureFirstUser(
  db: Db,
  given: string | undefined,
  now: number,
): Promise<{ one_time_password: string | undefined }> {
  const user = userByName(db, first_username)
  // Another administrator may have deleted this user.
  if (!user && hasUsers(db)) return { one_time_password: undefined }
  if (user && !user.must_change_password) return { one_time_password: undefined }
  // Another administrator gave this user a one-time password, which only they know: it is no first password.
  if (user && user.password_until_ms !== null) return { one_time_password: undefined }
  // A factory restore shows its one-time password only to its caller, so that password stays valid until it
  // is used.
  const first_password = readSetting<Record<'told', boolean> | null>(db, 'first_password', null)
  if (user && given === undefined && first_password?.['told']) return { one_time_password: undefined }
  if (given !== undefined && passwordIssue(given)) {
    throw new Error(
      'PARKING_ADMIN_PASSWORD must have 8 to 32 characters with letters, digits and at least one symbol.',
    )
  }
  const one_time_password = given === undefined ? oneTimePassword() : undefined
  const password_hash = await hashPassword(given ?? one_time_password ?? '', costOf({ db }))
  const must_change_password = one_time_password !== undefined
  db.transaction(() => {
    if (!user)
      return void addUser(
        db,
        {
          username: first_username,
          name: 'Administrator',
          role: 'admin',
          password_hash,
          must_change_password,
        },
        now,
      )
    setPassword(db, user.id, password_hash, must_change_password, now)
    endSessionsOf(db, user.id)
  })
  return { one_time_password }
}
