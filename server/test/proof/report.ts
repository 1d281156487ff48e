/** Events as the analysis application reports them, taken in with their pictures, looks and rules. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openIntake } from '#src/analysis/intake.ts'
import sharp from 'sharp'
import type { Device } from '../device.ts'

/** Each picture has another colour, so that no two are the same. */
let drawn = 0
const picture = (r: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r, g: 90, b: 200 } } })
    .jpeg()
    .toBuffer()

export type Reported = {
  event_type?: 1 | 2 | 3
  plate_number?: string
  lot_no?: string
  camera_sn?: string
  scene_id?: string
  pictures?: number
  confidence?: number
  /** How far its time is ahead of the device's clock. */
  ahead_ms?: number
  /** What a camera makes of a picture. */
  changed?: (jpeg: Buffer) => Buffer
}

/** Returns the uuid once the event is stored. Fails if it is not. */
export async function report(
  { deps, folder }: Device,
  {
    event_type = 1,
    plate_number = '粤B12345',
    lot_no = 'A01',
    camera_sn = 'SN-0001',
    scene_id = 'scene-1',
    pictures = 1,
    confidence = 96,
    ahead_ms = 0,
    changed = (jpeg) => jpeg,
  }: Reported = {},
): Promise<string> {
  const spool = join(folder, 'spool')
  mkdirSync(spool, { recursive: true })
  const uuid = randomUUID()
  const files = Array.from({ length: pictures }, (_, at) => `${uuid}-${at}.jpg`)
  for (const [at, file] of files.entries())
    writeFileSync(join(spool, file), changed(await picture(30 + 40 * at + (drawn++ % 100))))
  const time = deps.now() + ahead_ms
  const verdict = await openIntake(deps, spool).take({
    uuid,
    event_time: time,
    camera_sn,
    scene_id,
    lot_no,
    event_type,
    plate_number,
    plate_color: 'blue',
    confidence,
    pictures: files.map((file, at) => ({ kind: at === 0 ? 'image' : 'plate', file })),
    looks: [
      { time: time - 5_000, seen: 'unknown', why: 'damaged', llr: null, belief: 0.2, cover: 0 },
      { time, seen: 'vehicle', why: '', llr: 2.5, belief: 0.97, cover: 0.8 },
    ],
  })
  if (verdict.type !== 'ack') throw new Error(`The event was not stored: ${JSON.stringify(verdict)}`)
  return uuid
}
