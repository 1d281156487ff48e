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
import { syncFolder } from '#src/core/sealed/state-file.ts'
import type { Plan } from './restore-plan.ts'
import {
  aboutOfName,
  isHalf,
  isSnapshotName,
  plainDamage,
  readAbout,
  snapshotFolder,
  writeAbout,
} from './snapshot-folder.ts'

type SnapshotRow = Omit<Answer<'list_snapshots'>['list'][number], 'broken_rules'>
/** Reasons for snapshots made while the server runs, before an action that replaces much manual work. */
type LiveWhy = 'business_mode' | 'import' | 'update' | 'cameras'
type Why = Plan['kind'] | LiveWhy
type Found = { name: string; why: string; create_ms: number; damaged: boolean }

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

/** Lists the snapshots, newest first, damaged ones included. */
export function listSnapshots(folder: string): SnapshotRow[] {
  return foundIn(folder).map(({ name, why, create_ms, damaged }) => ({
    name,
    create_time_str: stampOf(create_ms),
    until_time_str: stampOf(create_ms + max_age_ms),
    bytes: sizeOf(snapshotFolder(folder, name)),
    why,
    damaged,
  }))
}

const namesIn = (folder: string): string[] =>
  existsSync(join(folder, 'snapshots')) ? readdirSync(join(folder, 'snapshots')).filter(isSnapshotName) : []

function foundIn(folder: string): Found[] {
  return namesIn(folder)
    .filter((name) => !isHalf(folder, name))
    .map((name) => {
      const { why, create_ms } = readAbout(folder, name) ?? aboutOfName(name)
      return { name, why, create_ms, damaged: plainDamage(folder, name) !== undefined }
    })
    .toSorted((a, b) => b.create_ms - a.create_ms || b.name.localeCompare(a.name))
}

function sizeOf(at: string): number {
  if (!statSync(at).isDirectory()) return statSync(at).size
  return readdirSync(at, { withFileTypes: true, recursive: true }).reduce(
    (sum, entry) => (entry.isFile() ? sum + statSync(join(entry.parentPath, entry.name)).size : sum),
    0,
  )
}

/**
 * Makes a snapshot of the current state except its database and description: key and pictures. Can be
 * repeated. `lost` says which pictures are about to be wiped. Those of scenes and of unsent events are kept
 * by hard links, which take no space.
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
}

/** Puts the closed database at `from` into a prepared snapshot, which completes it. */
export function completeSnapshot(
  folder: string,
  { kind, snapshot, asked_ms }: { kind: Why; snapshot: string; asked_ms: number },
  from: string,
): void {
  const kept = join(snapshotFolder(folder, snapshot), 'parking.db')
  writeAbout(folder, { name: snapshot, why: kind, create_ms: asked_ms }, from)
  renameSync(from, kept)
  for (const at of new Set([dirname(from), dirname(kept)])) syncFolder(at)
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
  const plan = { kind: why, snapshot, asked_ms: now() }
  prepareSnapshot(folder, migrations, plan, { events: false, cameras: true })
  const part = join(snapshotFolder(folder, snapshot), 'parking.db.part')
  copyConfiguration(join(folder, 'parking.db'), part)
  completeSnapshot(folder, plan, part)
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

/**
 * Removes snapshots that are too old, superseded by newer ones, or were never finished. Returns their names.
 * A damaged one is kept until its age, because what is left of it may still be of use.
 */
export function pruneSnapshots(folder: string, now: number): string[] {
  const all = foundIn(folder).filter(({ create_ms }) => now - create_ms < max_age_ms)
  const whole = all.filter(({ damaged }) => !damaged)
  const newest = [...new Set(whole.map(({ why }) => groupOf(why)))].flatMap((group) =>
    whole.filter(({ why }) => groupOf(why) === group).slice(0, max_kept),
  )
  const kept = new Set([...newest, ...all.filter(({ damaged }) => damaged)].map(({ name }) => name))
  const dropped = namesIn(folder).filter((name) => !kept.has(name))
  for (const name of dropped) dropSnapshot(folder, name)
  return dropped
}

/**
 * Moves the snapshot aside first, so that a power cut leaves none that looks damaged, and then deletes the
 * key before the rest. The next start deletes what is left.
 */
export function dropSnapshot(folder: string, name: string): void {
  const trash = join(folder, `trash-${name}`)
  rmSync(trash, { recursive: true, force: true })
  renameSync(snapshotFolder(folder, name), trash)
  for (const at of [folder, join(folder, 'snapshots')]) syncFolder(at)
  rmSync(join(trash, 'secret.key'), { recursive: true, force: true })
  rmSync(trash, { recursive: true, force: true })
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
