/** Begins a session. Ends the browser's previous session, and the user's oldest sessions beyond the limit. */
import { log_type } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import { setBoundCookie } from './bound-cookie.ts'
import { endOldest, endSessionOfToken, openSession } from './session.store.ts'
import type { User } from './user.store.ts'

/**
 * More sessions than any user needs. Prevents a program that signs in for every call from filling the table.
 */
export const max_sessions = 20
/** The cookie in which the console stores its token (spec §9). */
const token_cookie = 'Admin-Token'

/** Returns the new token. */
export function beginSession(context: CallContext, user: Pick<User, 'id' | 'username'>): string {
  const { db, client, address, log, now } = context
  return db.transaction(() => {
    const old = client?.cookie(token_cookie)
    if (old) endSessionOfToken(db, old)
    const token = openSession(db, user.id, address, now(), {
      agent: client?.agent,
      bound_hash: setBoundCookie(context),
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
