/** Makes a small JPEG, enlarged to the requested size by comment segments. */
import { createHash } from 'node:crypto'

/** One grey pixel. */
const grey = Buffer.from(
  '/9j/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/' +
    'yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
)
const segment_bytes = 65_533

/** At least `bytes` long, if that is more than a pixel needs. */
export function pictureOf(bytes = 0): Buffer {
  const parts = [grey.subarray(0, 2)]
  for (let missing = bytes - grey.length; missing > 0; missing -= segment_bytes + 4) {
    const length = Math.min(segment_bytes, missing)
    parts.push(Buffer.from([0xff, 0xfe, (length + 2) >> 8, (length + 2) & 0xff]), Buffer.alloc(length, 0x20))
  }
  return Buffer.concat([...parts, grey.subarray(2)])
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A picture in the body, for a platform without object storage. */
export const insidePicture = (kind: string, bytes = pictureOf()) => ({
  kind,
  content_type: 'image/jpeg',
  sha256: sha256(bytes),
  content: bytes.toString('base64'),
})

/** A picture as a reference to the object storage. */
export const namedPicture = (kind: string, key: string, bytes = pictureOf()) => ({
  kind,
  content_type: kind === 'clip' ? 'video/mp4' : 'image/jpeg',
  sha256: sha256(bytes),
  bytes: bytes.length,
  key,
})
