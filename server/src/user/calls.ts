/** Area `user`: sign-in, the signed-in user, password (spec §7 auth). */
import { fresh_s, log_type, type user_calls } from '@parking/contract'
import { badField, busy, failed, failedBecause, tokenExpired } from '../core/refusal.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { Db } from '../core/db.ts'
import { knownBrowser, setKnownBrowser } from './known-browser.ts'
import { choiceIssue, hashPassword, passwordIs } from './password.ts'
import { costOf, isOutdated, unknownUserHash } from './password-cost.ts'
import { checkSecondFactor } from './second-factor.ts'
import {
  endOldest,
  endSession,
  endSessionOfToken,
  endSessionsOf,
  openSession,
  ownerOf,
  refreshSession,
} from './session.store.ts'
import { type Attempt, startAttempt, startSessionAttempt, type Throttled } from './throttle.ts'
import { recordSignIn, replaceHash, setPassword, type User, userById, userByName } from './user.store.ts'
import { setBoundCookie } from './bound-cookie.ts'

export const user_handlers = {
  async login({ username, password, code }, context) {
    const user = userByName(context.db, username)
    const { db, address, now } = context
    const attempt = allowed(startAttempt(db, username, address, now(), knownBrowser(context, user)), context)
    const right = await passwordIs(password, user?.password_hash ?? unknownUserHash(costOf(context)))
    if (!user || !right || !isUnchanged(context.db, user)) {
      context.log.warn({ address: context.address }, 'sign-in refused')
      throw wrongSignIn()
    }
    // Reported only to a user who typed the right password. Counts as a failed attempt.
    if (user.password_until_ms !== null && now() > user.password_until_ms)
      throw failedBecause('one_time_expired', 'The one-time password has expired')
    // Also counts as a failed attempt. Otherwise a stolen password would allow guessing the code.
    await checkSecondFactor(context, user, code)
    if (!isUnchanged(db, user)) throw wrongSignIn()
    attempt.succeeded()
    const token = beginSession(context, user)
    await refreshHash(context, user, password)
    recordSignIn(context.db, user.id, context.now())
    setKnownBrowser(context, user)
    context.log.info({ user: user.username, address: context.address }, 'signed in')
    return user.must_change_password ? { token, must_change_password: true } : { token }
  },

  info(_, { db, session }) {
    const user = userById(db, session.user_id)
    if (!user) throw tokenExpired()
    return { roles: [user.role], name: user.name, avatar: '', introduction: user.introduction }
  },

  logout(_, { db, session }) {
    endSession(db, session.id)
    return {}
  },

  async confirm_password({ password }, context) {
    const { db, session, now } = context
    const user = userById(db, session.user_id)
    if (!user) throw tokenExpired()
    const attempt = allowed(startSessionAttempt(db, session.id, now()), context)
    if (!(await passwordIs(password, user.password_hash)) || !isUnchanged(db, user))
      throw badField('password', 'password_wrong')
    attempt.succeeded()
    refreshSession(db, session.id, now())
    return { valid_s: fresh_s }
  },

  async change_password({ old_password, new_password }, context) {
    const { db, session, host } = context
    const user = userById(db, session.user_id)
    if (!user) throw tokenExpired()
    const attempt = allowed(startSessionAttempt(db, session.id, context.now()), context)
    if (!(await passwordIs(old_password, user.password_hash)))
      throw badField('old_password', 'password_wrong')
    attempt.succeeded()
    if (new_password === old_password) throw badField('new_password', 'password_same')
    const { host_name, host_model, host_sn } = await host.identity()
    const issue = choiceIssue(new_password, [
      'parking',
      user.username,
      user.name,
      host_name,
      host_sn,
      ...host_model.split(/[\s()/,]+/),
    ])
    if (issue) throw badField('new_password', issue)
    const password_hash = await hashPassword(new_password, costOf(context))
    return db.transaction(() => {
      // Another request may have ended this session, disabled the user or changed the password meanwhile.
      if (ownerOf(db, session.id) === undefined || !isUnchanged(db, user)) throw tokenExpired()
      setPassword(db, user.id, password_hash, false, context.now())
      endSessionsOf(db, user.id)
      context.log.info({ user: user.username }, 'password changed')
      return { token: beginSession(context, user) }
    })
  },
} satisfies Handlers<keyof typeof user_calls>

const wrongSignIn = () => failed('Wrong user name or password')

/** Whether the user may still sign in with this password after the time that verifying the hash took. */
function isUnchanged(db: Db, { id, password_hash }: User): boolean {
  const user = userById(db, id)
  return user?.disabled === 0 && user.password_hash === password_hash
}

/** Hashes the password again if the cost of this box differs from that of the stored hash. */
async function refreshHash(context: CallContext, user: User, password: string): Promise<void> {
  const cost = costOf(context)
  if (!isOutdated(user.password_hash, cost)) return
  replaceHash(context.db, user, await hashPassword(password, cost))
}

/** Throws 6000 with the seconds to wait if there were too many failures. */
function allowed(attempt: Attempt | Throttled, { address, log }: CallContext): Attempt {
  if ('succeeded' in attempt) return attempt
  const retry_after_s = Math.ceil(attempt.wait_ms / 1000)
  log.warn({ address, retry_after_s }, 'sign-in held back')
  throw busy(`Too many failed attempts; try again in ${retry_after_s} s`, retry_after_s)
}

/**
 * More sessions than any user needs. Prevents a program that signs in for every call from filling the table.
 */
export const max_sessions = 20
/** The cookie in which the console stores its token (spec §9). */
const token_cookie = 'Admin-Token'

/** Returns the new token. */
function beginSession(context: CallContext, user: Pick<User, 'id' | 'username'>): string {
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
