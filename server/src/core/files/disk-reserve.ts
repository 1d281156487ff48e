/**
 * Keeps pictures out of the last part of the disk: the database, the log and the alarm must still be able to
 * write, otherwise a full box could never be cleaned up.
 */
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
