/**
 * Snapshots of what a change replaces, as `<data>/snapshots/<name>/`: the
 * database, the key of its secrets, and the pictures that would be lost. One
 * made while the server runs holds the configuration alone: the events stay.
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
import { settle, writeWhole, type Plan } from './restore-plan.ts'
import { isWhole, snapshotFolder } from './snapshot-folder.ts'

type SnapshotRow = Omit<Answer<'list_snapshots'>['list'][number], 'broken_rules'>
/**
 * Made while the server runs, before a single action changes
 * much manual work. They hold the configuration alone.
 */
type LiveWhy = 'business_mode' | 'import' | 'update' | 'cameras'
type Why = Plan['kind'] | LiveWhy
type About = { why: string; create_ms: number }

/** How many of each kind (`groupOf`) are stored: a second restore must not cost the snapshot of the first. */
export const max_kept = 3
const max_age_ms = snapshot_days * 86_400_000

/** A free name: `restore-20261121-083000`. */
export function newSnapshotName(folder: string, why: Why, now: number): string {
  const plain = `${why.replaceAll('_', '-')}-${stampOf(now).replaceAll(/[-:]/g, '').replace(' ', '-')}`
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`
    if (!existsSync(snapshotFolder(folder, name))) return name
  }
}

/** The complete ones, newest first. */
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
    const about = isWhole(folder, name) ? readAbout(snapshotFolder(folder, name)) : undefined
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
 * Makes a snapshot of the current state, all but its database: key, pictures and
 * description. Can be repeated. `lost` says which pictures are about to be wiped;
 * those of scenes and of unsent events are kept by hard links, which cost no space.
 */
export function prepareSnapshot(
  folder: string,
  migrations: string,
  plan: { kind: Why; snapshot: string; asked_ms: number },
  lost: { events: boolean; cameras: boolean },
): void {
  const at = snapshotFolder(folder, plan.snapshot)
  makeFolder(at)
  copyWhole(join(folder, 'secret.key'), join(at, 'secret.key'))
  for (const path of picturesAtStake(join(folder, 'parking.db'), migrations, lost))
    linkInto(join(folder, 'media', path), join(at, 'media', path))
  writeWhole(
    join(at, 'snapshot.json'),
    `${JSON.stringify({ why: plan.kind, create_ms: plan.asked_ms } satisfies About)}\n`,
  )
}

/**
 * Makes a snapshot of the configuration while the server runs, and answers its
 * name. An incomplete one does not count and is removed by the next pruning.
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
  settle(dirname(kept))
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

/** Puts the pictures of a snapshot back in their place. Can be repeated. */
export function bringPicturesBack(folder: string, name: string): void {
  const at = join(snapshotFolder(folder, name), 'media')
  if (!existsSync(at)) return
  for (const entry of readdirSync(at, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) linkInto(path, join(folder, 'media', path.slice(at.length + 1)))
  }
}

/** Puts single pictures of a snapshot back in their place. Can be repeated. */
export function bringPictures(folder: string, name: string, paths: readonly string[]): void {
  for (const path of paths)
    linkInto(join(snapshotFolder(folder, name), 'media', path), join(folder, 'media', path))
}

/** Removes snapshots that are too old, replaced by newer ones, or incomplete. Answers their names. */
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

/** Its key goes first: what a power cut leaves has no secrets any more, and does not count as a snapshot. */
export function dropSnapshot(folder: string, name: string): void {
  const at = snapshotFolder(folder, name)
  rmSync(join(at, 'secret.key'), { force: true })
  if (existsSync(at)) settle(at)
  rmSync(at, { recursive: true, force: true })
}

/**
 * A restore and the return from it are one kind; each snapshot made while the server runs has its own kind.
 */
const groupOf = (why: string): string => (why === 'restore' || why === 'bring_back' ? 'wipe' : why)

/** Node's `recursive` applies the mode to the last folder only. */
function makeFolder(at: string): void {
  if (existsSync(at)) return
  makeFolder(dirname(at))
  mkdirSync(at, { mode: 0o700 })
}

/** An existing file was put there whole and may be the only copy. */
function copyWhole(from: string, to: string): void {
  if (existsSync(to)) return
  copyFileSync(from, `${to}.part`)
  renameSync(`${to}.part`, to)
  settle(dirname(to))
}

/** A picture that is missing, or already there, is no error. */
function linkInto(from: string, to: string): void {
  makeFolder(dirname(to))
  try {
    linkSync(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  }
}
