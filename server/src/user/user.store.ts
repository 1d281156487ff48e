/** The users who may sign in. */
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
}

export const userByName = (db: Db, username: string): User | undefined =>
  db.get<User>('SELECT * FROM users WHERE username = ?', [username])

export const userById = (db: Db, id: number): User | undefined =>
  db.get<User>('SELECT * FROM users WHERE id = ?', [id])

export function addUser(
  db: Db,
  user: { username: string; name: string; role: Role; password_hash: string; must_change_password: boolean },
  now: number,
): void {
  db.run(
    `INSERT INTO users (username, name, role, password_hash, must_change_password, created_ms, changed_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [user.username, user.name, user.role, user.password_hash, user.must_change_password ? 1 : 0, now, now],
  )
}

export function setPassword(
  db: Db,
  id: number,
  password_hash: string,
  must_change_password: boolean,
  now: number,
): void {
  db.run('UPDATE users SET password_hash = ?, must_change_password = ?, changed_ms = ? WHERE id = ?', [
    password_hash,
    must_change_password ? 1 : 0,
    now,
    id,
  ])
}
