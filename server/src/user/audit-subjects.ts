/** Audit subjects of the calls about users and sessions. */
import type { people_calls, second_factor_calls } from '@parking/contract'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { Values } from '../core/audit-values.ts'
import type { Db } from '../core/db.ts'
import { stampOf } from '../core/stamp.ts'
import { countSessions, ownerOf } from './session.store.ts'
import { userById } from './user.store.ts'

export const user_audit_subjects: AuditSubjects<
  keyof typeof people_calls | keyof typeof second_factor_calls
> = {
  add_user: (_, { db }, answer) => (answer ? userValues(db, answer.user_id) : {}),
  update_user: ({ user_id }, { db }) => userValues(db, user_id),
  delete_user: ({ user_id }, { db }) => userValues(db, user_id),
  reset_user_password: ({ user_id }, { db }) => userValues(db, user_id),
  disable_second_factor: (_, { db, session }) => userValues(db, session.user_id),
  reset_second_factor: ({ user_id }, { db }) => userValues(db, user_id),
  end_sessions: ({ user_id }, { db, session, now }) => {
    const owner = user_id ?? session.user_id
    const username = userById(db, owner)?.username
    return { sessions: { username, live: countSessions(db, now()).get(owner) ?? 0 } }
  },
  end_session: ({ session_id }, { db }) => sessionValues(db, session_id),
}

function userValues(db: Db, user_id: number): Values {
  const user = userById(db, user_id)
  if (!user) return {}
  const { username, name, role, disabled, must_change_password, password_until_ms, totp_secret } = user
  // One value, so that the audit row names the user regardless of what was changed.
  return {
    user: {
      username,
      name,
      role,
      enabled: disabled === 0,
      must_change_password: must_change_password === 1,
      one_time_until: stampOf(password_until_ms),
      second_factor: totp_secret !== '',
    },
  }
}

function sessionValues(db: Db, session_id: string): Values {
  const owner = ownerOf(db, session_id)
  return owner ? { session: { username: owner.username, address: owner.address, agent: owner.agent } } : {}
}
