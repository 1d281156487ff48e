/** The users in the database. */
import type { Role } from '@parking/contract'
import type { Db } from '../core/db.ts'

export type User = {
  id: number
  username: string
  name: string
  introduction: string
  role: Role
  password_hash: string
  must_change_password: number
  /** When a one-time password expires. Null if it does not expire. */
  password_until_ms: number | null
  disabled: number
  created_ms: number
  /** Time of the last sign-in. 0 before the first. */
  signed_in_ms: number
  /** Device cookies of an earlier epoch are void. */
  epoch: number
  /** Encrypted. Empty without a second factor. */
  totp_secret: string
  /** The time step of the last accepted code. */
  totp_step: number
}

export const userByName = (db: Db, username: string): User | undefined =>
  db.get<User>('SELECT * FROM users WHERE username = ?', [username])

export const userByNameInAnyCase = (db: Db, username: string): User | undefined =>
  db.get<User>('SELECT * FROM users WHERE username = ? COLLATE NOCASE', [username])

export const userById = (db: Db, id: number): User | undefined =>
  db.get<User>('SELECT * FROM users WHERE id = ?', [id])

export const listUsers = (db: Db): User[] =>
  db.all<User>('SELECT * FROM users ORDER BY username COLLATE NOCASE')

export const hasUsers = (db: Db): boolean => db.get('SELECT 1 FROM users') !== undefined

/**
 * The administrators who can sign in, today and later: enabled, and without a one-time password that expires.
 * Reads databases of earlier versions too, which lack the two columns.
 */
export const lastingAdmins = (db: Db): User[] =>
  db
    .all<User>("SELECT * FROM users WHERE role = 'admin'")
    .filter(({ disabled, password_until_ms }) => !disabled && (password_until_ms ?? null) === null)

/** Returns the id. */
export function addUser(
  db: Db,
  user: {
    username: string
    name: string
    role: Role
    password_hash: string
    must_change_password: boolean
    password_until_ms?: number
  },
  now: number,
): number {
  const { lastInsertRowid } = db.run(
    `INSERT INTO users
       (username, name, role, password_hash, must_change_password, password_until_ms, created_ms, changed_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      user.username,
      user.name,
      user.role,
      user.password_hash,
      user.must_change_password ? 1 : 0,
      user.password_until_ms ?? null,
      now,
      now,
    ],
  )
  return Number(lastInsertRowid)
}

export function updateUser(
  db: Db,
  id: number,
  { name, role, disabled }: { name: string; role: Role; disabled: boolean },
  now: number,
): void {
  db.run('UPDATE users SET name = ?, role = ?, disabled = ?, changed_ms = ? WHERE id = ?', [
    name,
    role,
    disabled ? 1 : 0,
    now,
    id,
  ])
}

export const deleteUser = (db: Db, id: number): void => void db.run('DELETE FROM users WHERE id = ?', [id])

export function setPassword(
  db: Db,
  id: number,
  password_hash: string,
  must_change_password: boolean,
  now: number,
  password_until_ms: number | null = null,
): void {
  db.run(
    `UPDATE users SET password_hash = ?, must_change_password = ?, password_until_ms = ?, changed_ms = ?
     WHERE id = ?`,
    [password_hash, must_change_password ? 1 : 0, password_until_ms, now, id],
  )
}

/**
 * Stores the hash of the same password with another cost, unless the password was changed in the meantime.
 */
export const replaceHash = (db: Db, { id, password_hash }: User, hash: string): void =>
  void db.run('UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?', [
    hash,
    id,
    password_hash,
  ])

export const recordSignIn = (db: Db, id: number, now: number): void =>
  void db.run('UPDATE users SET signed_in_ms = ? WHERE id = ?', [now, id])

/** Invalidates all known browsers of the user. */
export const raiseEpoch = (db: Db, id: number): void =>
  void db.run('UPDATE users SET epoch = epoch + 1 WHERE id = ?', [id])
