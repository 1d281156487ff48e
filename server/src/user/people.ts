/**
 * Handlers for users and their sessions. Disabling, deleting or resetting a user ends the user's sessions.
 */
import { one_time_days, type people_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { Db } from '../core/db.ts'
import { denied, duplicate, failedBecause, notFound } from '../core/refusal.ts'
import { writeSetting } from '../core/settings.store.ts'
import { stampOf } from '../core/stamp.ts'
import { hashPassword, oneTimePassword } from './password.ts'
import { costOf } from './password-cost.ts'
import { hasUsableFactor } from './second-factor.ts'
import {
  countSessions,
  endOtherSessions,
  endSession,
  endSessionsOf,
  listSessions,
  ownerOf,
} from './session.store.ts'
import {
  addUser,
  deleteUser,
  lastingAdmins,
  listUsers,
  raiseEpoch,
  setPassword,
  updateUser,
  userById,
  userByNameInAnyCase,
  type User,
} from './user.store.ts'

export const people_handlers = {
  list_users(_, { db, now, secrets }) {
    const live = countSessions(db, now())
    const last = lastAdmin({ db, secrets })
    return {
      list: listUsers(db).map((user) => ({
        user_id: user.id,
        username: user.username,
        name: user.name,
        role: user.role,
        enabled: user.disabled === 0,
        must_change_password: user.must_change_password === 1,
        password_until_str: stampOf(user.password_until_ms),
        create_time_str: stampOf(user.created_ms),
        signed_in_str: user.signed_in_ms === 0 ? '' : stampOf(user.signed_in_ms),
        second_factor: user.totp_secret !== '',
        last_admin: user.id === last,
        sessions: live.get(user.id) ?? 0,
      })),
    }
  },

  async add_user({ username, name, role }, { db, now }) {
    const one_time_password = oneTimePassword()
    const password_hash = await hashPassword(one_time_password, costOf({ db }))
    const user_id = db.transaction(() => {
      if (userByNameInAnyCase(db, username)) throw duplicate('username', 'This user name')
      return addUser(
        db,
        {
          username,
          name,
          role,
          password_hash,
          must_change_password: true,
          password_until_ms: untilOf(now()),
        },
        now(),
      )
    })
    return { user_id, one_time_password }
  },

  update_user({ user_id, name, role, enabled }, { db, now, secrets }) {
    const user = known(db, user_id)
    if (role !== 'admin' || !enabled) refuseForLastAdmin(user, { db, secrets })
    updateUser(db, user_id, { name, role, disabled: !enabled }, now())
    if (!enabled) endAccess(db, user_id)
    return {}
  },

  delete_user({ user_id }, { db, secrets }) {
    refuseForLastAdmin(known(db, user_id), { db, secrets })
    endSessionsOf(db, user_id)
    deleteUser(db, user_id)
    return {}
  },

  async reset_user_password({ user_id }, { db, now, secrets }) {
    refuseForLastAdmin(known(db, user_id), { db, secrets })
    const one_time_password = oneTimePassword()
    const password_hash = await hashPassword(one_time_password, costOf({ db }))
    db.transaction(() => {
      // Another request may have changed the administrators while the hash was computed.
      refuseForLastAdmin(known(db, user_id), { db, secrets })
      setPassword(db, user_id, password_hash, true, now(), untilOf(now()))
      endAccess(db, user_id)
      // The next start must not replace a password that has been given to its user.
      writeSetting(db, 'first_password', { ['told']: true }, now())
    })
    return { user_id, one_time_password }
  },

  list_sessions({ user_id }, context) {
    const { db, now, session } = context
    return {
      list: listSessions(db, ownerOfCall(user_id, context), now()).map((row) => ({
        session_id: row.id,
        agent: row.agent,
        address: row.address,
        create_time_str: stampOf(row.created_ms),
        seen_time_str: stampOf(row.seen_ms),
        current: row.id === session.id,
      })),
    }
  },

  end_session({ session_id }, { db, session }) {
    const owner = ownerOf(db, session_id)
    // Another user's session gets the same answer as a session that does not exist.
    if (owner === undefined || (owner.user_id !== session.user_id && !session.roles.includes('admin')))
      throw notFound('This session')
    endSession(db, session_id)
    return {}
  },

  end_sessions({ user_id }, context) {
    const { db, session } = context
    const owner = ownerOfCall(user_id, context)
    raiseEpoch(db, owner)
    return { ended: endOtherSessions(db, owner, session.id) }
  },
} satisfies Handlers<keyof typeof people_calls>

const untilOf = (now: number): number => now + one_time_days * 86_400_000

function known(db: Db, user_id: number): User {
  const user = userById(db, user_id)
  if (!user) throw notFound('This user')
  return user
}

/** The user whose sessions the call concerns. */
function ownerOfCall(user_id: number | undefined, { db, session }: CallContext): number {
  if (user_id === undefined || user_id === session.user_id) return session.user_id
  if (!session.roles.includes('admin')) throw denied('Only an administrator may see the sessions of others')
  return known(db, user_id).id
}

/** Throws if without this user the device would be left without an administrator who can sign in. */
function refuseForLastAdmin(user: User, { db, secrets }: Pick<CallContext, 'db' | 'secrets'>): void {
  if (lastAdmin({ db, secrets }) === user.id)
    throw failedBecause('last_admin', 'The last administrator who can sign in must stay one')
}

/** The id of the only administrator who can sign in today and later; undefined if there are several. */
function lastAdmin({ db, secrets }: Pick<CallContext, 'db' | 'secrets'>): number | undefined {
  const able = lastingAdmins(db).filter((one) => hasUsableFactor(one, secrets))
  return able.length === 1 ? able[0]?.id : undefined
}

function endAccess(db: Db, user_id: number): void {
  endSessionsOf(db, user_id)
  raiseEpoch(db, user_id)
}
