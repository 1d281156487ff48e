/** Whether the session that asked for a signed address (picture, bundle, export, live view) still lives. */
import type { Deps } from '../core/deps.ts'
import { isSessionAlive } from '../user/session.store.ts'

export const sessionHolds = ({ db, now }: Pick<Deps, 'db' | 'now'>, session: string): boolean =>
  isSessionAlive(db, session, now())
