/**
 * `main.js bring-back SNAPSHOT|none`: replaces the main database of a stopped server by that of a snapshot,
 * or by an empty one. The replaced files are kept under other names, and the next start records the act.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataFolder } from './core/files/data-folder.ts'
import { setAside, syncFolder } from './core/sealed/state-file.ts'
import { openDatabase } from './core/db.ts'
import { continueAfterChain } from './system/restore/compare-with-chain.ts'
import { dropIncoming, incomingIn } from './system/restore/restore-build.store.ts'
import { markPlan, plan_name, writePlan } from './system/restore/restore-plan.ts'
import { isErasureOrdered } from './system/restore/erase-record.ts'
import { needSoundSnapshot } from './system/restore/snapshot-check.ts'
import { bringPicturesBack } from './system/restore/snapshot.ts'
import { snapshotFolder } from './system/restore/snapshot-folder.ts'
import { endAllSessions } from './user/session.store.ts'

type Place = { folder: string; migrations: string }

/**
 * Returns the names of the files that were set aside. Throws an Error with one sentence, before anything is
 * changed, if a server is running, if an erasure is waiting, or if the snapshot is not sound. A restore that
 * was waiting is not carried out.
 */
export async function bringBackOffline(
  { folder, migrations }: Place,
  snapshot: string,
  now: () => number = Date.now,
): Promise<string[]> {
  if (!existsSync(folder)) throw new Error(`There is no device in ${folder}: set PARKING_DATA.`)
  const unlock = lockDataFolder(folder)
  try {
    if (isErasureOrdered(folder))
      throw new Error(`An erasure waits in ${folder}: start the server, which carries it out.`)
    if (snapshot !== 'none') await needSoundSnapshot(folder, snapshot, migrations)
    return replace({ folder, migrations }, snapshot, now())
  } finally {
    unlock()
  }
}

function replace({ folder, migrations }: Place, snapshot: string, now: number): string[] {
  const incoming = incomingIn(folder)
  dropIncoming(folder)
  if (snapshot !== 'none') {
    copyFileSync(join(snapshotFolder(folder, snapshot), 'parking.db'), incoming.database)
    copyFileSync(join(snapshotFolder(folder, snapshot), 'secret.key'), incoming.key)
  }
  const plan = { id: randomUUID() }
  const db = openDatabase(incoming.database, migrations)
  try {
    markPlan(db, plan, now)
    endAllSessions(db)
    continueAfterChain(db, folder)
  } finally {
    db.close()
  }
  for (const side of ['-wal', '-shm']) rmSync(`${incoming.database}${side}`, { force: true })
  const database = join(folder, 'parking.db')
  // The write-ahead log goes first: it must never be read into the other database.
  const aside = [...setAside(database, ['-wal', '-shm', '']), ...setAside(join(folder, plan_name))]
  if (existsSync(incoming.key)) {
    aside.push(...setAside(join(folder, 'secret.key')))
    renameSync(incoming.key, join(folder, 'secret.key'))
  }
  renameSync(incoming.database, database)
  syncFolder(folder)
  if (snapshot !== 'none') bringPicturesBack(folder, snapshot)
  writePlan(folder, {
    ...plan,
    kind: 'bring_back',
    phase: 'swapped',
    from: snapshot,
    snapshot: '',
    asked_ms: now,
    by: 'root',
  })
  return aside
}
