/**
 * The last of the disk is not for pictures: the database must be able to write down what is let go, and the log and the alarm must be able to say so.
 * Otherwise a box that is full could never be freed again.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spaceOf, type Space } from './disk-space.ts'

/** So much stays out of reach of what is taken in, in bytes. */
const brimOf = (total: number): number => Math.min(16 * 1024 * 1024, total * 0.01)
const look_ms = 200

/** Rejects with ENOSPC where the disk is filled to the brim. Asked for each event: it looks five times a second at most. */
export function createDiskReserve(
  folder: string,
  space: (folder: string) => Promise<Space> = spaceOf,
): () => Promise<void> {
  let until = 0
  let known: Promise<boolean> = Promise.resolve(false)
  return async () => {
    if (performance.now() >= until) {
      until = performance.now() + look_ms
      known = space(folder).then(
        ({ free, total }) => free < brimOf(total),
        () => false,
      ) // where it cannot be told, writing will tell
    }
    if (await known) throw Object.assign(new Error('The disk is full'), { code: 'ENOSPC' })
  }
}

const reserveIn = (folder: string): string => join(folder, 'reserve')
export const reserve_bytes = 4 * 1024 * 1024

/** Room that another program cannot take, kept while there is plenty. */
export async function keepReserve(folder: string): Promise<void> {
  const file = reserveIn(folder)
  await writeFile(file, Buffer.alloc(reserve_bytes, 1), { flag: 'wx', mode: 0o600 }).catch(
    (error: unknown) =>
      error instanceof Error && 'code' in error && error.code === 'EEXIST'
        ? undefined
        : rm(file, { force: true }).catch(() => undefined),
  )
}

/** And given up when nothing else is left. */
export const spendReserve = (folder: string): Promise<void> =>
  rm(reserveIn(folder), { force: true }).catch(() => undefined)
