/** Reads the database of a snapshot, which stays as it is. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readDatabase, type Db } from '#src/core/db.ts'
import { notFound } from '#src/core/refusal.ts'
import { isWhole, snapshotFolder } from './snapshot-folder.ts'

/** 3000 if there is no such snapshot. */
export function readSnapshot<T>(folder: string, name: string, read: (db: Db) => T): T {
  if (!isWhole(folder, name)) throw notFound('This snapshot')
  const file = join(snapshotFolder(folder, name), 'parking.db')
  const db = readDatabase(file)
  try {
    return read(db)
  } finally {
    db.close()
    // A reader leaves these behind. A log that holds something would belong to the database.
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
    if (log?.size === 0) for (const side of ['-wal', '-shm']) rmSync(`${file}${side}`, { force: true })
  }
}
