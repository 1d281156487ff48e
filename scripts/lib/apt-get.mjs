/** Runs Debian's apt-get, which may be in use by another program. */
import { setTimeout as wait } from 'node:timers/promises'
import { run } from './run.mjs'

/** apt-get itself waits only for some of its locks, and not for the one of the lists of packages. */
const locked = /Could not get lock|Unable to (acquire|lock)/
const max_wait_ms = 15 * 60_000

/**
 * Runs apt-get to completion. While another program holds one of its locks, it is tried again.
 * @param {readonly string[]} args
 */
export async function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const end = Date.now() + max_wait_ms
  let result = await run('apt-get', args, { env })
  while (result.code !== 0 && locked.test(result.output) && Date.now() < end) {
    await wait(1_000)
    result = await run('apt-get', args, { env })
  }
  return result
}
