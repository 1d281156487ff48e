/** Expires the password entry of every session, as five minutes would, by a write to the database. */
import { join } from 'node:path'
import { root } from '#scripts/lib/root.mjs'
import { openDatabase } from '@parking/server/core/db.ts'
import type { Device } from './device.ts'

export function forgetPassword({ folder }: Device): void {
  const db = openDatabase(join(folder, 'data/parking.db'), join(root, 'server/migrations'))
  db.run('UPDATE sessions SET fresh_ms = 0')
  db.close()
}
