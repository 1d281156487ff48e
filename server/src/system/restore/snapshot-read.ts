/** Reads the database of a snapshot without changing it. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readDatabase, type Db } from '#src/core/db.ts'
import { notFound } from '#src/core/refusal.ts'
import { snapshotExists, snapshotFolder } from './snapshot-folder.ts'

/** Reads a snapshot. Throws 3000 if it does not exist. */
export function readSnapshot<T>(folder: string, name: string, read: (db: Db) => T): T {
  if (!snapshotExists(folder, name)) throw notFound('This snapshot')
  const file = join(snapshotFolder(folder, name), 'parking.db')
  const db = readDatabase(file)
  try {
    return read(db)
  } finally {
    db.close()
    // Reading leaves these files behind. A log that is not empty would be part of the database.
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
    if (log?.size === 0) for (const side of ['-wal', '-shm']) rmSync(`${file}${side}`, { force: true })
  }
}
