/**
 * Keeps pictures out of the last part of the disk: the database, the log and the alarm must still be able to
 * write, otherwise a full box could never be cleaned up.
 */
import { rmSync, statfsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { spaceOf, type Space } from './disk-space.ts'

/** Bytes that the intake leaves free. */
const bytesKeptFree = (total: number): number => Math.min(16 * 1024 * 1024, total * 0.01)
const check_ms = 200

/**
 * Rejects with ENOSPC when the disk is full. Called for each event: it measures five times a second at most.
 */
export function createDiskReserve(
  folder: string,
  space: (folder: string) => Promise<Space> = spaceOf,
): () => Promise<void> {
  let until = 0
  let known: Promise<boolean> = Promise.resolve(false)
  return async () => {
    if (performance.now() >= until) {
      until = performance.now() + check_ms
      known = space(folder).then(
        ({ free, total }) => free < bytesKeptFree(total),
        () => false,
      ) // an unmeasurable disk fails at the write itself
    }
    if (await known) throw Object.assign(new Error('The disk is full'), { code: 'ENOSPC' })
  }
}

const reserveIn = (folder: string): string => join(folder, 'reserve')
export const reserve_bytes = 4 * 1024 * 1024

/**
 * Reserves space that other programs cannot use, while there is plenty. Does nothing if it is already
 * reserved.
 */
export async function keepReserve(folder: string): Promise<void> {
  const file = reserveIn(folder)
  const held = await open(file, 'wx', 0o600).catch(() => undefined)
  if (!held) return
  try {
    const piece = Buffer.alloc(64 * 1024, 1)
    for (let at = 0; at < reserve_bytes; at += piece.length) await held.write(piece, 0, piece.length, at)
  } catch {
    await rm(file, { force: true }).catch(() => undefined)
  } finally {
    await held.close()
  }
}

/** Releases the reserve, when no other space is left. */
export const spendReserve = (folder: string): Promise<void> =>
  rm(reserveIn(folder), { force: true }).catch(() => undefined)

/** Releases it before a start that could write nothing: once the server runs, its retention makes room. */
export function spendReserveToStart(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < reserve_bytes) rmSync(reserveIn(folder), { force: true })
}

/** SQLite needs it to open its files; with less, intact ones look like damaged ones. */
const start_bytes = 512 * 1024

/** Throws an Error with one sentence if the disk is too full for a start. */
export function needSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < start_bytes) throw noSpace(folder)
}

export const noSpace = (folder: string): Error =>
  new Error(
    `The disk of ${folder} is full: a start needs ${start_bytes / 1024} KB. This is no damage, and nothing ` +
      `was changed. Make room on this disk (df -h '${folder}'), then start again.`,
  )
