/** Checks a snapshot completely before anything is restored from it. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { databaseFaultIn, databaseVersion, newestMigration } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { failedBecause, notFound, type Refusal } from '#src/core/refusal.ts'
import { hasUsers } from '#src/user/user.store.ts'
import { isForeign, plainDamage, readAbout, snapshotExists, snapshotFolder } from './snapshot-folder.ts'
import { readSnapshot } from './snapshot-read.ts'
import { listSnapshots } from './snapshot.ts'

/**
 * Throws 3000 if there is no such snapshot, and 7000 if it cannot be restored: `snapshot_damaged` (a file of
 * it is not what was stored, or it holds no user), `snapshot_newer` (a newer version made it) or
 * `snapshot_foreign` (its pictures are sealed with the key of another device).
 */
export async function needSoundSnapshot(folder: string, name: string, migrations: string): Promise<void> {
  if (!snapshotExists(folder, name)) throw notFound('This snapshot')
  const damage = await damageOf(folder, name)
  if (damage !== undefined) throw damaged(damage)
  const version = readSnapshot(folder, name, (db) => databaseVersion(db).migration ?? 0)
  if (version > newestMigration(migrations))
    throw failedBecause('snapshot_newer', 'A newer version of the software made this snapshot')
  if (version === 0 || !readSnapshot(folder, name, hasUsers)) throw damaged('parking.db')
  if (isForeign(folder, name))
    throw failedBecause('snapshot_foreign', 'This snapshot was made with other keys or on another device')
}

/** Reports each damaged snapshot, and settles those that are sound or gone. Reads all of them. */
export async function checkSnapshots(
  { folder, findings }: Pick<Deps, 'folder' | 'findings'>,
  signal: AbortSignal,
): Promise<void> {
  const names = listSnapshots(folder).map(({ name }) => name)
  for (const { file, damage } of findings.all())
    if (damage === 'snapshot' && !names.includes(file.slice('snapshots/'.length))) findings.settle(file)
  for (const name of names) {
    if (signal.aborted) return
    const damage = await damageOf(folder, name)
    // It may have been deleted meanwhile.
    if (damage !== undefined && snapshotExists(folder, name)) findings.report(`snapshots/${name}`, 'snapshot')
    else findings.settle(`snapshots/${name}`)
  }
}

/** The name of the first damaged file of a snapshot; undefined if it is sound. Reads its whole database. */
export async function damageOf(folder: string, name: string): Promise<string | undefined> {
  const plain = plainDamage(folder, name)
  if (plain !== undefined) return plain
  const file = join(snapshotFolder(folder, name), 'parking.db')
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), hash)
  } catch {
    return 'parking.db'
  }
  if (hash.digest('hex') !== readAbout(folder, name)?.database.sha256) return 'parking.db'
  return databaseFaultIn(file) === undefined ? undefined : 'parking.db'
}

const damaged = (file: string): Refusal =>
  failedBecause('snapshot_damaged', `The snapshot is damaged: ${file} is not what was stored`, file)
