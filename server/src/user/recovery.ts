/** Makes a user an administrator who can sign in, with a one-time password. */
import type { Db } from '../core/db.ts'
import { writeSetting } from '../core/settings.store.ts'
import { first_username } from './first-user.ts'
import { hashPassword, oneTimePassword } from './password.ts'
import { costOf } from './password-cost.ts'
import { removeSecondFactor } from './second-factor.ts'
import { endSessionsOf } from './session.store.ts'
import { deleteEveryCount } from './throttle.store.ts'
import { addUser, listUsers, raiseEpoch, setPassword, updateUser, userByName } from './user.store.ts'

/** `audit` writes the log row in the same transaction. Throws an Error with a one-sentence message. */
export async function giveOneTimePassword(
  db: Db,
  username: string,
  now: number,
  audit: () => void,
): Promise<string> {
  const user = userByName(db, username)
  if (!user && username !== first_username)
    throw new Error(
      `There is no user ${username}. There are: ${listUsers(db)
        .map((one) => one.username)
        .join(', ')}.`,
    )
  const one_time_password = oneTimePassword()
  const password_hash = await hashPassword(one_time_password, costOf({ db }))
  db.transaction(() => {
    const id =
      user?.id ??
      addUser(
        db,
        { username, name: 'Administrator', role: 'admin', password_hash, must_change_password: true },
        now,
      )
    updateUser(db, id, { name: user?.name ?? 'Administrator', role: 'admin', disabled: false }, now)
    setPassword(db, id, password_hash, true, now)
    endSessionsOf(db, id)
    raiseEpoch(db, id)
    removeSecondFactor(db, id)
    // A user at the box must not be throttled because of an attacker.
    deleteEveryCount(db)
    // The next start must not replace this password.
    writeSetting(db, 'first_password', { ['told']: true }, now)
    audit()
  })
  return one_time_password
}
