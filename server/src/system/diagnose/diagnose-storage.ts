/**
 * The step `storage` of the guided check: the free space of the disk, its write speed, and whether written
 * data reads back intact.
 */
import { randomBytes } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFull, spaceOf } from '#src/core/files/disk-space.ts'
import type { Deps } from '#src/core/deps.ts'
import type { Found } from './diagnose-found.ts'

const slow_ms = 2_000
const probe_bytes = 256 * 1024

export async function checkStorage({ folder }: Pick<Deps, 'folder'>): Promise<Found> {
  const space = await spaceOf(folder).catch(() => undefined)
  if (!space) return { result: 'failed', finding: 'no_storage', facts: {} }
  const facts = { free: space.free, total: space.total }
  if (isFull(space)) return { result: 'failed', finding: 'disk_full', facts }
  try {
    const write_ms = await writeAndRead(join(folder, `.diagnose-${randomBytes(6).toString('hex')}`))
    return write_ms > slow_ms
      ? { result: 'failed', finding: 'disk_slow', facts: { ...facts, write_ms } }
      : { result: 'good', finding: 'ok', facts: { ...facts, write_ms } }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return {
      result: 'failed',
      finding: code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'no_storage',
      facts: { ...facts, ...(code && { said: code }) },
    }
  }
}

/** Milliseconds needed to write the probe to the disk. Throws if it reads back differently. */
async function writeAndRead(file: string): Promise<number> {
  const wanted = randomBytes(probe_bytes)
  const began = performance.now()
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(wanted)
    await handle.sync()
    const took = Math.round(performance.now() - began)
    if (!(await readFile(file)).equals(wanted))
      throw new Error('the data read back differ from the data written')
    return took
  } finally {
    await handle.close()
    await rm(file, { force: true })
  }
}
