/** What the test of a storage writes: a picture of the size, type and name of a real one, but marked. */
import { createHash } from 'node:crypto'
import { keyOf, type Answer } from '@parking/contract'
import { paddedJpeg } from '../core/files/padded-jpeg.ts'
import { stampOf } from '../core/stamp.ts'
import type { StorageObject } from '../ports/storage-port.ts'

/** More would not pass within the limits of a test over 1 Mbit/s. */
const max_bytes = 2_000_000
const max_name_bytes = 255

/**
 * The key of an event's picture at this moment, with the same folders, whose name begins with a mark: the
 * key of a real picture would replace it.
 */
export function testKey(key_re: string, facts: Answer<'storage_key_facts'>, id: string, now: number): string {
  const folders = keyOf(key_re, { ...facts, uuid: id, event_time: stampOf(now) }).split('/')
  const mark = `parking-edge-test-${id}`
  const name = `${mark}-${folders.pop() ?? ''}`
  return [...folders, Buffer.byteLength(name) <= max_name_bytes ? name : `${mark}.jpg`].join('/')
}

/** `image_max_bytes`: the limit of the device's pictures. */
export async function testObject(
  device_sn: string,
  id: string,
  image_max_bytes: number,
): Promise<StorageObject & { body: Buffer }> {
  const body = await paddedJpeg(
    Math.min(image_max_bytes, max_bytes),
    'This picture was written by the storage test of a parking edge device and may be removed.\n' +
      `device ${device_sn}\ntest ${id}\n`,
  )
  return {
    body,
    length: body.length,
    content_type: 'image/jpeg',
    sha256: hash('sha256', body),
    md5: hash('md5', body),
  }
}

export const hash = (kind: 'sha256' | 'md5', bytes: Buffer): string =>
  createHash(kind).update(bytes).digest('hex')
