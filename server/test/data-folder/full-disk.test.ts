/** A start on a full disk: an intact file is never taken for a damaged one, and nothing is lost. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keepReserve } from '#src/core/files/disk-reserve.ts'
import { lacks } from '../debian.ts'
import { contentOf, copyOf, makeLivedFolder, start } from './damage.ts'

const folder = mkdtempSync(join(tmpdir(), 'parking-no-room-'))
const lived = mkdtempSync(join(tmpdir(), 'parking-lived-'))
const [data, filler] = [join(folder, 'data'), join(folder, 'filler')]
const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]).status === 0
const may_mount = !lacks('the right to mount a file system', !mounted)
let content: [string, string][]
beforeAll(async () => {
  await makeLivedFolder(join(lived, 'data'))
  content = [...contentOf(join(lived, 'data'))]
})
beforeEach(() => {
  for (const path of [data, filler]) rmSync(path, { recursive: true, force: true })
  copyOf(join(lived, 'data'), data)
})
afterAll(() => {
  if (may_mount) spawnSync('/bin/umount', ['-l', folder])
  for (const path of [folder, lived]) rmSync(path, { recursive: true, force: true })
})

/** Fills the disk but for some bytes. */
function fill(left: number): void {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(filler, Buffer.alloc(bavail * bsize))
  truncateSync(filler, bavail * bsize - left)
}
/** What is left of the files as they were, but for the lock of a stopped start. */
const kept = () => [...contentOf(data)].filter(([path]) => path !== 'server.lock')

test.skipIf(!may_mount).for([0, 4, 64, 256])('%i KB are left: the start stops and says so', async (kb) => {
  fill(kb * 1024)
  const sentence = /^The disk of .+ is full: a start needs 512 KB\. This is no damage, .*start again\.$/
  await expect(start(data, 'on')).rejects.toThrow(sentence)
  expect(kept()).toEqual(content)
  rmSync(filler)
  const running = await start(data, 'on')
  await running.stop()
  expect(running.found()).toEqual([])
})

test.skipIf(!may_mount)('nothing is left but the reserve: the device starts', async () => {
  await keepReserve(data)
  fill(0)
  const running = await start(data, 'on')
  await running.stop()
  expect(running.found()).toEqual([])
})
