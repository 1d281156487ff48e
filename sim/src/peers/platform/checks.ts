/**
 * The platform's requirements for a request (docs/platform.md). Each check returns the fault, or undefined.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type Json = Record<string, unknown>
/** `key`: its name in the object storage; `content` is then empty. */
export type Picture = {
  kind: string
  content_type: string
  sha256: string
  content: Buffer
  key?: string
  bytes?: number
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isObjectOf = (value: unknown): value is Json => typeof value === 'object' && value !== null
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The signature that a device must send. */
export const signOf = (
  secret: string,
  operator: string,
  device: string,
  timestamp: number,
  nonce: string,
): string =>
  createHmac('sha256', secret).update(`${operator}\n${device}\n${timestamp}\n${nonce}`).digest('hex')

/** A picture or clip in the object storage is referenced by its name there. */
const isObject = ({ kind, sha256, bytes, key }: Json): boolean =>
  isText(kind) &&
  isText(sha256) &&
  /^[0-9a-f]{64}$/.test(sha256) &&
  isNumber(bytes) &&
  bytes > 0 &&
  isText(key) &&
  key !== '' &&
  !key.startsWith('/')

export function signInFault(body: Json, secret: string): string | undefined {
  const { operator_no, device_sn, timestamp, nonce, sign } = body
  if (!isText(operator_no) || !isText(device_sn) || !isNumber(timestamp) || !isText(nonce) || !isText(sign))
    return 'operator_no, device_sn, timestamp, nonce and sign are required'
  if (nonce.length < 8) return 'the nonce is too short'
  if (Math.abs(timestamp - Date.now()) > 5 * 60_000) return 'the timestamp is more than five minutes off'
  const expected = signOf(secret, operator_no, device_sn, timestamp, nonce)
  return sign.length === expected.length && timingSafeEqual(Buffer.from(sign), Buffer.from(expected))
    ? undefined
    : 'the signature is wrong'
}

const head_fields: Record<string, (value: unknown) => boolean> = {
  chain_id: (value) => isText(value) && /^[0-9a-f]{32}$/.test(value),
  seq: (value) => isNumber(value) && Number.isInteger(value) && value > 0,
  hash: (value) => isText(value) && /^[0-9a-f]{64}$/.test(value),
  time: isNumber,
}
const isKeyId = (value: unknown): boolean => isText(value) && /^[0-9a-f]{64}$/.test(value)
const proof_fields: Record<string, (value: unknown) => boolean> = {
  key_id: isKeyId,
  payload: isText,
  signature: isText,
}
const key_fields: Record<string, (value: unknown) => boolean> = { key_id: isKeyId, public_key: isText }
const heartbeat_fields: Record<string, (value: unknown) => boolean> = {
  device_sn: isText,
  timestamp: isNumber,
  run_time: isNumber,
  queue: isNumber,
  lots_occupied: isNumber,
  cameras: (value) =>
    ['online', 'offline', 'error'].every((key) => isNumber((value as Json | undefined)?.[key])),
  // Devices with an earlier version do not send heads.
  audit_head: (value) => value === undefined || (isObjectOf(value) && !faultIn(value, head_fields)),
  evidence_head: (value) => value === undefined || (isObjectOf(value) && !faultIn(value, proof_fields)),
  device_key: (value) => value === undefined || (isObjectOf(value) && !faultIn(value, key_fields)),
}
const init_fields: Record<string, (value: unknown) => boolean> = {
  operator_no: isText,
  device_sn: isText,
  name: isText,
  version: isText,
  address: isText,
  longitude: (value) => value === null || isNumber(value),
  latitude: (value) => value === null || isNumber(value),
  cameras: (value) =>
    Array.isArray(value) &&
    value.every((one: Json) => isText(one['camera_sn']) && isText(one['camera_name'])),
  lots: (value) =>
    Array.isArray(value) &&
    value.every(
      (one: Json) => isText(one['parking_no']) && isText(one['lot_no']) && isText(one['camera_sn']),
    ),
}
const event_fields: Record<string, (value: unknown) => boolean> = {
  uuid: (value) => isText(value) && uuid.test(value),
  operator_no: isText,
  device_sn: isText,
  event_time: isNumber,
  event_time_str: isText,
  parking_no: isText,
  camera_sn: isText,
  camera_name: isText,
  lot_no: isText,
  event_type: (value) => isNumber(value) && value >= 0 && value <= 10,
  plate_number: isText,
  plate_color: isText,
  // A time that a user typed was not recognised by anything.
  confidence: (value) => value === null || (isNumber(value) && value >= 0 && value <= 100),
  comment: isText,
  pictures: Array.isArray,
  // Devices with an earlier version send none of these fields.
  standing: (value) =>
    value === undefined || value === 'observed' || value === 'typed' || value === 'withdrawn',
  plate_read: (value) => value === undefined || isText(value),
  correction: (value) => value === undefined || (isNumber(value) && Number.isInteger(value) && value >= 0),
}
const faultIn = (body: Json, fields: Record<string, (value: unknown) => boolean>): string | undefined => {
  const wrong = Object.keys(fields).filter((key) => !fields[key]!(body[key]))
  return wrong.length ? `missing or of the wrong type: ${wrong.join(', ')}` : undefined
}

const lot_fields: Record<string, (value: unknown) => boolean> = {
  parking_no: isText,
  lot_no: isText,
  camera_sn: isText,
  occupied: (value) => typeof value === 'boolean',
  plate_number: isText,
  since: isNumber,
}
const states_fields: Record<string, (value: unknown) => boolean> = {
  operator_no: isText,
  device_sn: isText,
  timestamp: isNumber,
  lots: (value) => Array.isArray(value) && value.every((one: Json) => faultIn(one, lot_fields) === undefined),
}

export const lotStatesFault = (body: Json): string | undefined => faultIn(body, states_fields)
export const heartbeatFault = (body: Json): string | undefined => faultIn(body, heartbeat_fields)
export const initFault = (body: Json): string | undefined => faultIn(body, init_fields)

/** A correction has a key of its own, because with the uuid alone it would be dropped as a duplicate. */
export const idempotencyOf = (body: Json): string =>
  isNumber(body['correction']) && body['correction'] > 0
    ? `${String(body['uuid'])}-${body['correction']}`
    : String(body['uuid'])

/**
 * Checks an event and decodes its pictures: either a reference into the storage, or base64 of a JPEG with a
 * matching sha256.
 */
export function readEvent(
  body: Json,
  idempotencyKey: string | undefined,
): { fault: string } | { pictures: Picture[] } {
  const fault = faultIn(body, event_fields)
  if (fault) return { fault }
  if (idempotencyKey !== idempotencyOf(body))
    return { fault: 'Idempotency-Key must be the uuid, followed by the number of the correction' }
  const clip = body['clip'] as Json | undefined
  if (clip !== undefined && !(isObject(clip) && clip['content_type'] === 'video/mp4'))
    return { fault: 'clip: kind, content_type video/mp4, sha256, bytes and key are required' }
  const pictures: Picture[] = []
  for (const [i, one] of (body['pictures'] as Json[]).entries()) {
    const { kind, content_type, sha256, content } = one
    if (isObject(one) && content_type === 'image/jpeg' && content === undefined) {
      pictures.push({
        kind: String(kind),
        content_type,
        sha256: String(sha256),
        content: Buffer.alloc(0),
        key: String(one['key']),
        bytes: Number(one['bytes']),
      })
      continue
    }
    if (!isText(kind) || !isText(sha256) || !isText(content) || content_type !== 'image/jpeg')
      return { fault: `picture ${i}: kind, content_type image/jpeg, sha256 and content are required` }
    const bytes = Buffer.from(content, 'base64')
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      return { fault: `picture ${i}: sha256 does not match` }
    if (
      bytes.length < 4 ||
      bytes.readUInt16BE(0) !== 0xffd8 ||
      bytes.readUInt16BE(bytes.length - 2) !== 0xffd9
    )
      return { fault: `picture ${i} is no JPEG` }
    pictures.push({ kind, content_type, sha256, content: bytes })
  }
  return { pictures }
}
