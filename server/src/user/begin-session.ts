/** Begins a session: the browser's old one ends, and so does the user's oldest beyond the cap. */
import { log_type } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import { giveBoundCookie } from './bound-cookie.ts'
import { endOldest, endSessionOfToken, openSession } from './session.store.ts'
import type { User } from './user.store.ts'

/** More than anybody's browsers; a program that signs in for every call does not fill the table. */
export const max_sessions = 20
/** Where the console keeps its token (spec §9). */
const token_cookie = 'Admin-Token'

/** Returns the new token. */
export function beginSession(context: CallContext, user: Pick<User, 'id' | 'username'>): string {
  const { db, client, address, log, now } = context
  return db.transaction(() => {
    const old = client?.cookie(token_cookie)
    if (old) endSessionOfToken(db, old)
    const token = openSession(db, user.id, address, now(), {
      agent: client?.agent,
      bound_hash: giveBoundCookie(context),
    })
    const ended = endOldest(db, user.id, max_sessions)
    if (ended > 0)
      log.warn(
        { log_type: log_type.user, what: 'sessions_capped', by: user.username, ended, max: max_sessions },
        'the oldest sessions of a user ended, because there were too many',
      )
    return token
  })
}
