/**
 * Sessions: the browser holds 256 random bits, the database their SHA-256. The server ends sessions,
 * regardless of the lifetime of the cookie.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Role } from '@parking/contract'
import type { Session } from '../core/call-context.ts'
import { databaseFault, type Db } from '../core/db.ts'

/** An unused session ends after this long ... */
export const idle_ms = 12 * 3_600_000
/** ... and any session after this long, although the cookie lives for 365 days (spec §9). */
export const absolute_ms = 7 * 86_400_000
/** Use is recorded at most this often, because every write is forced to the disk. */
const seen_step_ms = 60_000

type SessionRow = {
  id: string
  user_id: number
  username: string
  role: Role
  must_change_password: number
  created_ms: number
  seen_ms: number
  fresh_ms: number
  bound_hash: string
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Opens a session and returns its token, which is stored nowhere. Deletes expired sessions. */
export function openSession(
  db: Db,
  user_id: number,
  address: string,
  now: number,
  { agent = '', bound_hash = '' }: { agent?: string | undefined; bound_hash?: string } = {},
): string {
  const token = randomBytes(32).toString('base64url')
  db.transaction(() => {
    db.run('DELETE FROM sessions WHERE seen_ms <= ? OR created_ms <= ?', [now - idle_ms, now - absolute_ms])
    db.run(
      `INSERT INTO sessions (token_hash, id, user_id, created_ms, seen_ms, fresh_ms, address, agent,
         bound_hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [hashOf(token), randomBytes(8).toString('hex'), user_id, now, now, now, address, agent, bound_hash],
    )
  })
  return token
}

/** Ends the least recently used sessions of a user beyond `max`. Returns how many. */
export function endOldest(db: Db, user_id: number, max: number): number {
  const old = db.all<{ id: string }>(
    'SELECT id FROM sessions WHERE user_id = ? ORDER BY seen_ms DESC, created_ms DESC LIMIT -1 OFFSET ?',
    [user_id, max],
  )
  for (const { id } of old) endSession(db, id)
  return old.length
}

/** Ends the session of a token, if there is one. Returns whether there was one. */
export const endSessionOfToken = (db: Db, token: string): boolean =>
  db.run('DELETE FROM sessions WHERE token_hash = ?', [hashOf(token)]).changes > 0

/** The address that uses a session, and the hash of the cookie that the session may be bound to. */
export type Use = { address?: string; bound_hash?: string }

/** The live session of a token. */
export function findSession(
  db: Db,
  token: string,
  now: number,
  { address = '', bound_hash = '' }: Use = {},
): Session | undefined {
  if (token === '' || token.length > 200) return undefined
  const row = db.get<SessionRow>(
    `SELECT s.id, s.user_id, u.username, u.role, u.must_change_password, s.created_ms, s.seen_ms,
       s.fresh_ms, s.bound_hash
     FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ? AND u.disabled = 0`,
    [hashOf(token)],
  )
  if (!row || now - row.seen_ms > idle_ms || now - row.created_ms > absolute_ms) return undefined
  if (!hasCookie(row.bound_hash, bound_hash)) return undefined
  if (now - row.seen_ms >= seen_step_ms) recordUse(db, row.id, address, now)
  return {
    id: row.id,
    user_id: row.user_id,
    username: row.username,
    roles: [row.role],
    must_change_password: row.must_change_password === 1,
    fresh_ms: row.fresh_ms,
    expires_ms: row.created_ms + absolute_ms,
  }
}

/** Whether the session with this id is still alive. For connections that outlast a call. */
export function isSessionAlive(db: Db, id: string, now: number, bound_hash: string): boolean {
  const row = db.get<{ created_ms: number; seen_ms: number; bound_hash: string }>(
    `SELECT s.created_ms, s.seen_ms, s.bound_hash
     FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ? AND u.disabled = 0`,
    [id],
  )
  return (
    row !== undefined &&
    now - row.seen_ms <= idle_ms &&
    now - row.created_ms <= absolute_ms &&
    hasCookie(row.bound_hash, bound_hash)
  )
}

/** A session that was opened over TLS always needs its cookie: it never becomes unbound. */
function hasCookie(wanted: string, given: string): boolean {
  const [a, b] = [Buffer.from(wanted), Buffer.from(given)]
  return wanted === '' || (a.length === b.length && timingSafeEqual(a, b))
}

/** Tolerates a full disk, so that users can still use the console. */
function recordUse(db: Db, id: string, address: string, now: number): void {
  try {
    db.run("UPDATE sessions SET seen_ms = ?, address = coalesce(nullif(?, ''), address) WHERE id = ?", [
      now,
      address,
      id,
    ])
  } catch (error) {
    if (!databaseFault(error)) throw error
  }
}

/** Records that the password has just been typed in this session. */
export const refreshSession = (db: Db, id: string, now: number): void =>
  void db.run('UPDATE sessions SET fresh_ms = ? WHERE id = ?', [now, id])

export const endSession = (db: Db, id: string): void => void db.run('DELETE FROM sessions WHERE id = ?', [id])

/** For a database that was brought back: every user signs in again. */
export const endAllSessions = (db: Db): void => void db.run('DELETE FROM sessions')

export const endSessionsOf = (db: Db, user_id: number): void =>
  void db.run('DELETE FROM sessions WHERE user_id = ?', [user_id])

/** Ends all sessions of a user except one. Returns how many. */
export const endOtherSessions = (db: Db, user_id: number, kept: string): number =>
  db.run('DELETE FROM sessions WHERE user_id = ? AND id != ?', [user_id, kept]).changes

export type SessionEntry = { id: string; agent: string; address: string; created_ms: number; seen_ms: number }

/** The live sessions of a user, most recently used first. */
export const listSessions = (db: Db, user_id: number, now: number): SessionEntry[] =>
  db.all<SessionEntry>(
    `SELECT id, agent, address, created_ms, seen_ms FROM sessions
     WHERE user_id = ? AND seen_ms > ? AND created_ms > ? ORDER BY seen_ms DESC, created_ms DESC, id`,
    [user_id, now - idle_ms, now - absolute_ms],
  )

/** The number of live sessions of each user. */
export const countSessions = (db: Db, now: number): ReadonlyMap<number, number> =>
  new Map(
    db
      .all<{ user_id: number; n: number }>(
        'SELECT user_id, count(*) AS n FROM sessions WHERE seen_ms > ? AND created_ms > ? GROUP BY user_id',
        [now - idle_ms, now - absolute_ms],
      )
      .map(({ user_id, n }) => [user_id, n]),
  )

/** The user of a session, with the address and browser that it is used from. */
export const ownerOf = (
  db: Db,
  id: string,
): { user_id: number; username: string; address: string; agent: string } | undefined =>
  db.get(
    `SELECT s.user_id, u.username, s.address, s.agent FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = ?`,
    [id],
  )

/** Names of other users whose sessions were used since `since_ms`. */
export const otherUsers = (db: Db, username: string, since_ms: number): string[] =>
  db
    .all<{ username: string }>(
      `SELECT DISTINCT u.username FROM sessions s JOIN users u ON u.id = s.user_id
       WHERE u.username != ? AND s.seen_ms >= ? ORDER BY u.username`,
      [username, since_ms],
    )
    .map((row) => row.username)
