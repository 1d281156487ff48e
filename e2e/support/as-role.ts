/** The administrator with fewer rights for a while. No call gives a role, so it is written where the device keeps it, while the device runs. */
import { join } from 'node:path'
import type { Role } from '@parking/contract'
import { root } from '#scripts/lib/root.mjs'
import { openDatabase } from '@parking/server/core/db.ts'
import { username, type Device } from './device.ts'

/** Does `work` with the role, and gives the old one back whatever comes of it. */
export async function asRole(device: Device, role: Role, work: () => Promise<void>): Promise<void> {
  const be = (role: Role) => {
    const db = openDatabase(join(device.folder, 'data', 'parking.db'), join(root, 'server/migrations'))
    db.run('UPDATE users SET role = ? WHERE username = ?', [role, username])
    db.close()
  }
  be(role)
  try {
    await work()
  } finally {
    be('admin')
  }
}
