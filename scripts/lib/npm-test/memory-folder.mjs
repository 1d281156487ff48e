/**
 * Temporary files of the tests in memory: opening a device syncs its databases and keys to the disk, and the
 * tests would wait for that a few thousand times.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
/** What a run needs at the same time is a tenth of it. */
const needed_bytes = 4 * 2 ** 30

/** Whether programs can be started from the file system in memory: a container may forbid it. */
const starts_programs = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .some((line) => line.includes(` ${memory} tmpfs `) && !/[ ,]noexec[ ,]/.test(line))

/**
 * A new folder in memory, removed when this process exits; undefined if this machine has no room for it or no
 * such file system.
 */
export function memoryFolder() {
  if (!existsSync(memory) || !starts_programs()) return undefined
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < needed_bytes) return undefined
  const folder = mkdtempSync(`${memory}/parking-tests-`)
  chmodSync(folder, 0o1777) // as /tmp: servers in the tests run as users of their own
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
