/**
 * Snapshots of the state before a change, as `<data>/snapshots/<name>/`: the database, the key of its
 * secrets, and the pictures that would be lost. A snapshot made while the server runs holds only the
 * configuration.
 * Long because making, listing and deleting share the layout of the folder.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { snapshot_days, type Answer } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { scenePictures } from '#src/camera/reference.store.ts'
import { openDatabase } from '#src/core/db.ts'
import { drawnPath, picturePath } from '#src/events/record/event-paths.ts'
import { stampOf } from '#src/core/stamp.ts'
import { copyConfiguration } from './restore-build.store.ts'
import { unsentPictures } from './snapshot.store.ts'
import { syncFolder, writeAtomically, type Plan } from './restore-plan.ts'
import { isComplete, snapshotFolder } from './snapshot-folder.ts'

type SnapshotRow = Omit<Answer<'list_snapshots'>['list'][number], 'broken_rules'>
/** Reasons for snapshots made while the server runs, before an action that replaces much manual work. */
type LiveWhy = 'business_mode' | 'import' | 'update' | 'cameras'
type Why = Plan['kind'] | LiveWhy
type About = { why: string; create_ms: number }

/** Number kept of each kind (`groupOf`): a second restore must not delete the snapshot of the first. */
export const max_kept = 3
const max_age_ms = snapshot_days * 86_400_000

/** An unused name, for example `restore-20261121-083000`. */
export function newSnapshotName(folder: string, why: Why, now: number): string {
  const plain = `${why.replaceAll('_', '-')}-${stampOf(now).replaceAll(/[-:]/g, '').replace(' ', '-')}`
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`
    if (!existsSync(snapshotFolder(folder, name))) return name
  }
}

/** Lists the complete snapshots, newest first. */
export function listSnapshots(folder: string): SnapshotRow[] {
  return found(folder).map(({ name, about }) => ({
    name,
    create_time_str: stampOf(about.create_ms),
    until_time_str: stampOf(about.create_ms + max_age_ms),
    bytes: sizeOf(snapshotFolder(folder, name)),
    why: about.why,
  }))
}

function found(folder: string): { name: string; about: About }[] {
  const names = existsSync(join(folder, 'snapshots')) ? readdirSync(join(folder, 'snapshots')) : []
  const whole = names.flatMap((name) => {
    const about = isComplete(folder, name) ? readAbout(snapshotFolder(folder, name)) : undefined
    return about ? [{ name, about }] : []
  })
  return whole.toSorted((a, b) => b.about.create_ms - a.about.create_ms || b.name.localeCompare(a.name))
}

function readAbout(at: string): About | undefined {
  try {
    return JSON.parse(readFileSync(join(at, 'snapshot.json'), 'utf8')) as About
  } catch {
    return undefined
  }
}

function sizeOf(at: string): number {
  return readdirSync(at, { withFileTypes: true, recursive: true }).reduce(
    (sum, entry) => (entry.isFile() ? sum + statSync(join(entry.parentPath, entry.name)).size : sum),
    0,
  )
}

/**
 * Makes a snapshot of the current state except its database: key, pictures and description. Can be repeated.
 * `lost` says which pictures are about to be wiped. Those of scenes and of unsent events are kept by hard
 * links, which take no space.
 */
export function prepareSnapshot(
  folder: string,
  migrations: string,
  plan: { kind: Why; snapshot: string; asked_ms: number },
  lost: { events: boolean; cameras: boolean },
): void {
  const at = snapshotFolder(folder, plan.snapshot)
  makeFolder(at)
  copyAtomically(join(folder, 'secret.key'), join(at, 'secret.key'))
  for (const path of picturesAtStake(join(folder, 'parking.db'), migrations, lost))
    linkInto(join(folder, 'media', path), join(at, 'media', path))
  writeAtomically(
    join(at, 'snapshot.json'),
    `${JSON.stringify({ why: plan.kind, create_ms: plan.asked_ms } satisfies About)}\n`,
  )
}

/**
 * Makes a snapshot of the configuration while the server runs, and returns its name. An incomplete snapshot
 * is ignored, and the next pruning removes it.
 */
export function makeSnapshot(
  { folder, migrations, now }: Pick<Deps, 'folder' | 'migrations' | 'now'>,
  why: LiveWhy,
): string {
  const snapshot = newSnapshotName(folder, why, now())
  prepareSnapshot(
    folder,
    migrations,
    { kind: why, snapshot, asked_ms: now() },
    { events: false, cameras: true },
  )
  const kept = join(snapshotFolder(folder, snapshot), 'parking.db')
  copyConfiguration(join(folder, 'parking.db'), migrations, `${kept}.part`)
  renameSync(`${kept}.part`, kept)
  syncFolder(dirname(kept))
  return snapshot
}

function picturesAtStake(
  database: string,
  migrations: string,
  lost: { events: boolean; cameras: boolean },
): string[] {
  const db = openDatabase(database, migrations)
  try {
    const scenes = lost.cameras ? scenePictures(db) : []
    const paths = () => [
      ...unsentPictures(db, 'event_picture').map((row) => picturePath(row.create_ms, row.uuid, row.position)),
      ...unsentPictures(db, 'drawn_picture').map((row) => drawnPath(row.create_ms, row.uuid, row.position)),
    ]
    const events = lost.events ? paths() : []
    return [...scenes, ...events]
  } finally {
    db.close()
  }
}

/** Puts all pictures of a snapshot back in their place. Can be repeated. */
export function bringPicturesBack(folder: string, name: string): void {
  const at = join(snapshotFolder(folder, name), 'media')
  if (!existsSync(at)) return
  for (const entry of readdirSync(at, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) linkInto(path, join(folder, 'media', path.slice(at.length + 1)))
  }
}

/** Puts the given pictures of a snapshot back in their place. Can be repeated. */
export function bringPictures(folder: string, name: string, paths: readonly string[]): void {
  for (const path of paths)
    linkInto(join(snapshotFolder(folder, name), 'media', path), join(folder, 'media', path))
}

/** Removes snapshots that are too old, superseded by newer ones, or incomplete. Returns their names. */
export function pruneSnapshots(folder: string, now: number): string[] {
  const whole = found(folder).filter(({ about }) => now - about.create_ms < max_age_ms)
  const kept = new Set(
    [...new Set(whole.map(({ about }) => groupOf(about.why)))]
      .flatMap((group) => whole.filter(({ about }) => groupOf(about.why) === group).slice(0, max_kept))
      .map(({ name }) => name),
  )
  const names = existsSync(join(folder, 'snapshots')) ? readdirSync(join(folder, 'snapshots')) : []
  const dropped = names.filter((name) => !kept.has(name))
  for (const name of dropped) dropSnapshot(folder, name)
  return dropped
}

/**
 * Deletes the key first: whatever a power cut leaves has
 * no readable secrets and is not treated as a snapshot.
 */
export function dropSnapshot(folder: string, name: string): void {
  const at = snapshotFolder(folder, name)
  rmSync(join(at, 'secret.key'), { force: true })
  if (existsSync(at)) syncFolder(at)
  rmSync(at, { recursive: true, force: true })
}

/** Restores and returns to a snapshot form one kind. Every reason of a live snapshot is a kind of its own. */
const groupOf = (why: string): string => (why === 'restore' || why === 'bring_back' ? 'wipe' : why)

/** Node's `recursive` applies the mode to the last folder only. */
function makeFolder(at: string): void {
  if (existsSync(at)) return
  makeFolder(dirname(at))
  mkdirSync(at, { mode: 0o700 })
}

/** Does not replace an existing file: it is complete and may be the only copy. */
function copyAtomically(from: string, to: string): void {
  if (existsSync(to)) return
  copyFileSync(from, `${to}.part`)
  renameSync(`${to}.part`, to)
  syncFolder(dirname(to))
}

/** A picture that is missing or already in place is not an error. */
function linkInto(from: string, to: string): void {
  makeFolder(dirname(to))
  try {
    linkSync(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  }
}
