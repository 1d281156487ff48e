/** A device with an old data folder encrypts the pictures that an earlier version stored in plain. */
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { started } from '#src/core/part.ts'
import { readSetting } from '#src/core/settings.store.ts'
import { clipPath, picturePath } from '#src/events/record/event-paths.ts'
import { createPictureSealer } from '#src/workers/picture-sealer.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'

const uuid = '33333333-3333-4333-8333-33333333330'
const canary = 'canary-of-an-old-picture-q7x'
let device: Device

beforeEach(async () => {
  device = await openDevice()
})
afterEach(() => device.close())

const room = { space: async () => ({ total: 1e12, free: 9e11, inodes: null }) }
const doneMs = () => readSetting(device.deps.db, 'pictures_sealed', 0)
const filesWith = (text: string) =>
  readdirSync(device.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))

/** Writes a file as the earlier version did. */
function plain(path: string, content: string, below = device.deps.media.folder): string {
  const file = join(below, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  utimesSync(file, 1_700_000_000, 1_700_000_000)
  return file
}

test('old pictures, shared clips and snapshot pictures are encrypted, with unchanged content', async () => {
  const { media, now } = device.deps
  const paths = [
    picturePath(now(), `${uuid}1`, 0),
    picturePath(now() - 40 * 86_400_000, `${uuid}2`, 0),
    'cameras/SN-0001/last.jpg',
    'cameras/SN-0001/scene-1-1700000000000.jpg',
  ]
  const content = (path: string) => `${canary} ${path} ${'x'.repeat(200_000)}`
  for (const path of paths) plain(path, content(path))
  const [one, two] = [clipPath(now(), `${uuid}1`), clipPath(now(), `${uuid}2`)]
  linkSync(plain(one, content('clip')), join(media.folder, two))
  const kept = join(device.folder, 'snapshots', 'restore-20261121-083000', 'media')
  plain(paths[0]!, content(paths[0]!), kept)
  expect(filesWith(canary)).toHaveLength(7)

  const sealer = await started(createPictureSealer(device.deps, { first_delay_ms: 0, max_share: 1, ...room }))
  await until('all are encrypted', () => doneMs() > 0)
  await sealer.stop()
  expect(filesWith(canary)).toEqual([])
  for (const path of paths) {
    expect((await media.files.read(path)).toString()).toBe(content(path))
    expect(statSync(join(media.folder, path)).mtimeMs).toBe(1_700_000_000_000)
  }
  for (const path of [one, two]) expect((await media.files.read(path)).toString()).toBe(content('clip'))
  // A snapshot's picture is readable in the media folder, to which a restore copies it.
  writeFileSync(join(media.folder, paths[0]!), readFileSync(join(kept, paths[0]!)))
  expect((await media.files.read(paths[0]!)).toString()).toBe(content(paths[0]!))
})

test('without room it waits and changes nothing; a crash leaves no partial file', async () => {
  const path = picturePath(device.deps.now(), `${uuid}1`, 0)
  const file = plain(path, canary)
  writeFileSync(`${file}.sealing.part`, 'half')
  const full = { total: 100, free: 0, inodes: null }
  let asked = 0
  const space = async () => (asked++, full)
  const waiting = await started(createPictureSealer(device.deps, { first_delay_ms: 0, max_share: 1, space }))
  await until('it has looked', () => asked > 0)
  await waiting.stop()
  expect(filesWith(canary)).toEqual([file])
  expect(doneMs()).toBe(0)

  const sealer = await started(createPictureSealer(device.deps, { first_delay_ms: 0, max_share: 1, ...room }))
  await until('it is done', () => doneMs() > 0)
  await sealer.stop()
  expect(filesWith(canary)).toEqual([])
  expect(readdirSync(dirname(file))).toHaveLength(1)
})
