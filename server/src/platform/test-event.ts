/** The event that a test sends to the platform (docs/platform.md, "Test requests"). */
import { createHash } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import { paddedJpeg } from '../core/files/padded-jpeg.ts'
import { stampOf } from '../core/stamp.ts'
import { readParam } from '../params/param.store.ts'
import type { PlatformParam } from './platform-param.store.ts'

/** Bytes of the pictures of a test event: by the factory settings as many as an event has at most. */
const max_picture_bytes = 1_800_000

/**
 * As many and as large as the pictures of an event can be: a proxy that refuses large bodies is found by the
 * test. None if an object storage takes them.
 */
export async function testPictures(deps: Pick<Deps, 'db' | 'secrets'>, timer: boolean): Promise<object[]> {
  if (readParam(deps, 'storage_param').endpoint !== '') return []
  const { image_max_bytes, image_plate, image_car } = readParam(deps, 'event_param')
  const kinds = [
    'image',
    ...(!timer && image_plate ? ['plate'] : []),
    ...(!timer && image_car ? ['car'] : []),
  ]
  const bytes = Math.min(image_max_bytes, Math.floor(max_picture_bytes / kinds.length))
  const content = await paddedJpeg(bytes, 'A picture of a test, which may be removed.')
  const sha256 = createHash('sha256').update(content).digest('hex')
  return kinds.map((kind) => ({
    kind,
    content_type: 'image/jpeg',
    sha256,
    content: content.toString('base64'),
  }))
}

/** An event that cannot be billed, even by a platform that does not know the test mark. */
export const testEvent = (
  type: number,
  { operator_no }: PlatformParam,
  device_sn: string,
  uuid: string,
  pictures: readonly object[],
  now: number,
) => ({
  uuid,
  operator_no,
  device_sn,
  event_time: now,
  event_time_str: stampOf(now),
  parking_no: 'TEST',
  camera_sn: 'TEST',
  camera_name: 'TEST',
  lot_no: 'TEST',
  event_type: type,
  plate_number: '',
  plate_read: '',
  plate_color: 'unknown',
  confidence: 0,
  correction: 0,
  standing: 'observed',
  comment: 'TEST',
  pictures,
})
