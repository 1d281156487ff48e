/**
 * kill -9 while events are uploaded and sent: each arrives, once after deduplication by uuid, with complete
 * objects, and an exit never before its entry.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { param_factory } from '@parking/contract'
import { afterEach, expect, test } from 'vitest'
import { startPlatform, type PlatformBehaviour, type Platform } from '@parking/sim/peers/platform/platform.ts'
import { startS3Peer, type S3Peer, type StorageBehaviour } from '@parking/sim/peers/storage/s3-peer.ts'
import { openDatabase } from '#src/core/db.ts'
import { countByStatus, eventLedger } from '#src/events/record/event.store.ts'
import { sealed, writeParam } from '#src/params/param.store.ts'
import { openSecrets } from '#src/core/secrets.ts'
import { migrations } from '../device.ts'
import { newEvent, smallJpeg, startApplication } from './event-application.ts'
import { plantLots } from './event-device.ts'
import { serverOn } from '../killed-server.ts'
import { until } from '../until.ts'

const folder = mkdtempSync(join(tmpdir(), 'parking-crash-'))
const lots = ['A01', 'A02', 'A03', 'A04', 'A05', 'A06']
const server = serverOn(folder)
let platform: Platform | undefined
let s3: S3Peer | undefined
afterEach(async () => {
  await server.kill()
  await platform?.stop()
  await s3?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function plant(platform: Platform, s3: S3Peer): void {
  const db = openDatabase(join(folder, 'parking.db'), migrations)
  const vault = { db, secrets: openSecrets(folder), now: Date.now }
  plantLots(db, lots)
  const storage_param = {
    ...param_factory.storage_param,
    protocol: 4 as const,
    endpoint: s3.url,
    username: 'street',
    password: 'secret',
    directory: 'evidence',
  }
  writeParam(
    vault,
    'storage_param',
    sealed(vault, 'storage_param', storage_param, param_factory.storage_param),
  )
  const platform_param = { ...param_factory.platform_param, operator_no: 'OP-1', ...platform.urls }
  writeParam(
    vault,
    'platform_param',
    sealed(vault, 'platform_param', platform_param, param_factory.platform_param),
  )
  db.close()
}

test('killed three times between object storage and platform, nothing is lost or incomplete', async () => {
  const jpeg = await smallJpeg()
  platform = await startPlatform()
  s3 = await startS3Peer({ username: 'street', password: 'secret', bucket: 'evidence' })
  plant(platform, s3)
  const order = new Map(lots.map((lot_no) => [lot_no, [] as string[]]))
  // Object storage and platform work, cut the connection, or fail in turn, so a kill finds events at every
  // stage.
  let turn = 0
  platform.behaviourForRequest = () =>
    (['accept', 'drop', 'accept', 'error'] as PlatformBehaviour[])[turn++ % 4]
  s3.behaviourForRequest = () => (['answers', 'answers', 'keeps_and_cuts'] as StorageBehaviour[])[turn++ % 3]

  for (let crash = 0; crash < 3; crash++) {
    await server.start()
    const application = await startApplication(join(folder, 'analysis.sock'))
    const [arrived, stored] = [platform.received().length, s3.objects.size]
    for (let at = 0; at < 30; at++) {
      const lot_no = lots[at % lots.length]!
      const event = newEvent({
        lot_no,
        event_type: at % 2 ? 3 : 1,
        pictures: [0, 1].map(() => ({ kind: 'car', file: application.spool(jpeg) })),
      })
      order.get(lot_no)!.push(event.uuid)
      expect(await application.report(event)).toMatchObject({ type: 'ack' })
    }
    await until(
      'some to be under way',
      () => s3!.objects.size >= stored + 10 && platform!.received().length >= arrived + 3,
    )
    await server.kill()
  }

  platform.behaviourForRequest = s3.behaviourForRequest = undefined
  await server.start()
  const uuids = [...order.values()].flat()
  await until('all to arrive', () => platform!.received().length === uuids.length)
  await until('the device to know it', () => {
    const db = openDatabase(join(folder, 'parking.db'), migrations)
    try {
      return countByStatus(db).get(2) === uuids.length && eventLedger(db).created === uuids.length
    } finally {
      db.close()
    }
  })
  const received = platform.received()
  expect(received.map(({ uuid }) => uuid).toSorted()).toEqual(uuids.toSorted())
  for (const [lot_no, wanted] of order)
    expect(received.filter((one) => one.lot_no === lot_no).map(({ uuid }) => uuid)).toEqual(wanted)
  for (const { pictures } of received) {
    expect(pictures).toHaveLength(2)
    for (const { key } of pictures) expect(s3.objects.get(key!)?.equals(jpeg)).toBe(true)
  }
  expect(platform.faults).toEqual([])
})
