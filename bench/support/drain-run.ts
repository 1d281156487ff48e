/**
 * Drains a queue of events with a picture each to a platform on loopback, and sends the same bodies from a
 * bare loop without a device, for `bench/drain.ts` and `npm run bench:bill`. Long because both share their
 * bodies.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { event_status } from '@parking/contract'
import sharp from 'sharp'
import { startDevice } from '#e2e/support/device.ts'
import { mediaFolder } from '#e2e/support/media-folder.ts'
import { root } from '#scripts/lib/root.mjs'
import { openDatabase, readDatabase } from '@parking/server/core/db.ts'
import { insertEvent } from '@parking/server/events/record/event.store.ts'
import { picturePath } from '@parking/server/events/record/event-paths.ts'
import { signOf } from '@parking/sim/peers/platform/checks.ts'
import { startPlatform, type Platform } from '@parking/sim/peers/platform/platform.ts'
import { startS3Peer } from '@parking/sim/peers/storage/s3-peer.ts'
import { megabytesOf, median } from './figures.ts'
import { processorSeconds } from './processes.ts'

const lots = 64
const sign_in = { username: 'bench', password: 'bench-storage-secret', bucket: 'bench' }
const sample_ms = 250
/** The run fails if nothing arrives for this long. */
const patience_ms = 60_000

export const jpeg = await sharp({
  create: {
    width: 640,
    height: 360,
    channels: 3,
    background: '#565',
    noise: { type: 'gaussian', mean: 120, sigma: 25 },
  },
})
  .jpeg({ quality: 60 })
  .toBuffer()
const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
const sha256 = hashOf(jpeg)
/** Inserts the events as if they had been queued, with their pictures encrypted as the device stores them. */
export function fillQueue(folder: string, status: number, events: number): void {
  const db = openDatabase(join(folder, 'parking.db'), join(root, 'server/migrations'))
  const media = mediaFolder(folder)
  const create_ms = Date.now()
  for (let from = 0; from < events; from += 1_000) {
    db.transaction(() => {
      for (let at = from; at < Math.min(events, from + 1_000); at++) {
        const uuid = randomUUID()
        // A reader ignores what follows the picture; no two have the same bytes.
        const picture = Buffer.concat([jpeg, Buffer.from(uuid)])
        insertEvent(db, {
          uuid,
          event_ms: create_ms,
          create_ms,
          event_type: at % 2 ? 3 : 1,
          plate_number: `粤B${10_000 + (at % 90_000)}`,
          plate_color: 'blue',
          confidence: 97,
          status,
          place: {
            parking_no: 'P',
            camera_sn: 'BENCH',
            camera_name: 'Bench',
            scene_id: 'bench',
            lot_no: `L${at % lots}`,
          },
          pictures: [
            { kind: 'car', width: 640, height: 360, bytes: picture.length, sha256: hashOf(picture) },
          ],
        })
        const path = picturePath(create_ms, uuid, 0)
        if (at === 0) mkdirSync(dirname(join(media.folder, path)), { recursive: true })
        writeFileSync(join(media.folder, path), Buffer.concat(media.seal(picture, path)))
      }
    })
  }
  db.close()
}

/**
 * Resolves when the device has finished the work on accepted events that does not depend on the platform:
 * their entries in the evidence log and the stays of their lots.
 */
export async function backgroundWorkDone(folder: string): Promise<void> {
  const db = readDatabase(join(folder, 'parking.db'))
  const waits = () =>
    db.get('SELECT 1 FROM proof_todo UNION ALL SELECT 1 FROM stay_due LIMIT 1') !== undefined
  while (waits()) await wait(sample_ms)
  db.close()
}

/**
 * Sends the same bodies to the same platform without a device, four at once, over kept or new connections.
 */
async function bareLoop(
  { auth_url, data_url }: Platform['urls'],
  keepAlive: boolean,
  seconds: number,
): Promise<number> {
  const agent = new Agent({ keepAlive, maxSockets: 4 })
  const [timestamp, nonce] = [Date.now(), randomUUID()]
  const answer = await fetch(auth_url, {
    method: 'POST',
    body: JSON.stringify({
      operator_no: 'B',
      device_sn: 'B',
      timestamp,
      nonce,
      sign: signOf('', 'B', 'B', timestamp, nonce),
    }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  const post = () =>
    new Promise<void>((done, failed) => {
      const uuid = randomUUID()
      const body = JSON.stringify({
        uuid,
        operator_no: 'B',
        device_sn: 'B',
        event_time: 1,
        event_time_str: '2026-01-01 00:00:00',
        parking_no: 'P',
        camera_sn: 'B',
        camera_name: 'B',
        lot_no: 'L',
        event_type: 1,
        plate_number: '',
        plate_color: 'blue',
        confidence: 97,
        comment: '',
        pictures: [
          {
            kind: 'car',
            content_type: 'image/jpeg',
            sha256: sha256.toString('hex'),
            content: jpeg.toString('base64'),
          },
        ],
      })
      request(
        data_url,
        {
          method: 'POST',
          agent,
          headers: {
            authorization: `Bearer ${data.token}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'idempotency-key': uuid,
          },
        },
        (response) => response.resume().on('end', done),
      )
        .on('error', failed)
        .end(body)
    })
  const begun = performance.now()
  let sent = 0
  await Promise.all(
    [0, 1, 2, 3].map(async () => {
      for (; performance.now() - begun < seconds * 1000; sent++) await post()
    }),
  )
  agent.destroy()
  return sent / ((performance.now() - begun) / 1000)
}

/** How long the bare loop runs before and after. */
const floor_s = 5

type DrainOptions = {
  with_storage?: boolean
  kept?: boolean
  env?: Record<string, string>
}
export type Drained = {
  per_second: number
  /** Events per second of the bare loop right before and right after the device's run. */
  floor: [number, number]
  /** Processor time of the device's process per event, in milliseconds. */
  cpu_ms: number
  /** Resident memory in MB: the median of the first and of the last third, and the maximum. */
  first_mb: number
  last_mb: number
  max_mb: number
}

/**
 * `kept`: the platform repeats the key of each request in its answer, so the device keeps its connections, as
 * the loop does. `env`: added to the device's environment.
 */
export async function drain(
  events: number,
  { with_storage = false, kept = true, env = {} }: DrainOptions = {},
): Promise<Drained> {
  const platform = await startPlatform({ keepEvents: events + 200_000, repeatsKeys: kept })
  const storage = await startS3Peer({ ...sign_in, max_total_bytes: 32 * 1024 * 1024 })
  const device = await startDevice({ PARKING_APP: '', ...env })
  await device.call('/api/parking/update_platform_param', { operator_no: 'B', ...platform.urls })
  await device.call(
    '/api/parking/update_storage_param',
    with_storage
      ? {
          endpoint: storage.url,
          username: sign_in.username,
          password: sign_in.password,
          directory: sign_in.bucket,
        }
      : {},
  )
  await device.call('/api/parking/set_event_sending', { paused: true })
  await device.stop()
  fillQueue(
    join(device.folder, 'data'),
    with_storage ? event_status.awaiting_upload : event_status.pending,
    events,
  )
  await device.start()
  await backgroundWorkDone(join(device.folder, 'data'))
  const before = await bareLoop(platform.urls, kept, floor_s)
  const known = platform.received().length
  await device.call('/api/parking/set_event_sending', { paused: false })
  const used = processorSeconds(device.pid)
  const memory: number[] = []
  const begun = performance.now()
  let [arrived, since] = [0, begun]
  while (arrived < events) {
    await wait(sample_ms)
    memory.push(megabytesOf(device.pid))
    const now = platform.received().length - known
    if (now > arrived) [arrived, since] = [now, performance.now()]
    if (performance.now() - since > patience_ms)
      throw new Error(`Only ${arrived} of ${events} events have arrived`)
  }
  const cpu_ms = ((processorSeconds(device.pid) - used) * 1000) / events
  const per_second = events / ((performance.now() - begun) / 1000)
  await device.end()
  const third = Math.ceil(memory.length / 3)
  const figures: Drained = {
    per_second,
    cpu_ms,
    first_mb: median(memory.slice(0, third)),
    last_mb: median(memory.slice(-third)),
    max_mb: Math.max(...memory),
    floor: [before, 0],
  }
  figures.floor[1] = await bareLoop(platform.urls, kept, floor_s)
  await Promise.all([platform.stop(), storage.stop()])
  return figures
}
