/**
 * Gives the administrator another role temporarily. No call does that, so it is written into the device's
 * database.
 */
import { join } from 'node:path'
import type { Role } from '@parking/contract'
import { root } from '#scripts/lib/root.mjs'
import { openDatabase } from '@parking/server/core/db.ts'
import { username, type Device } from './device.ts'

/** Runs `work` with the role and restores the administrator's afterwards. */
export async function asRole({ folder }: Device, role: Role, work: () => Promise<void>): Promise<void> {
  const db = openDatabase(join(folder, 'data/parking.db'), join(root, 'server/migrations'))
  const setRole = (role: Role) => db.run('UPDATE users SET role = ? WHERE username = ?', [role, username])
  setRole(role)
  try {
    await work()
  } finally {
    setRole('admin')
    db.close()
  }
}
