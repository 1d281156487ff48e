/**
 * Builds the body of an event for the platform (docs/platform.md) as bytes: a string that contains pictures
 * would be copied and encoded several times on its way to the socket.
 */
import { createHash } from 'node:crypto'
import { confidenceOf, response_status, standingOf } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { stampOf } from '../core/stamp.ts'
import { mediaOf } from '../events/record/event-media.ts'
import { checksOf } from '../checks/event-check.store.ts'
import { standingChecks } from '../checks/standing-checks.ts'
import { hadPictures } from '../events/record/event.store.ts'
import type { QueuedEvent } from '../events/record/event-queue.store.ts'
import { objectsOf } from '../events/record/object.store.ts'

type Sender = { operator_no: string; device_sn: string }

/**
 * JSON with the names of its objects if it was uploaded, else with its pictures inline; a clip is only sent
 * by name. Undefined if a picture on this device is missing or changed. A correction is sent without pictures
 * that have since been deleted, because the platform already has them.
 */
export async function eventBody(
  { db, media }: Pick<Deps, 'db' | 'media'>,
  event: QueuedEvent,
  { operator_no, device_sn }: Sender,
): Promise<Buffer | undefined> {
  const objects = objectsOf(db, event.event_id)
  const named = objects.map(({ kind, key, bytes, sha256 }) => ({
    kind,
    content_type: kind === 'clip' ? 'video/mp4' : 'image/jpeg',
    sha256: Buffer.from(sha256).toString('hex'),
    bytes,
    key,
  }))
  const pictures =
    objects.length > 0
      ? named.filter(({ kind }) => kind !== 'clip').map((picture) => ({ picture }))
      : await inlinePictures({ db, media }, event)
  if (!pictures) return undefined
  const clip = named.find(({ kind }) => kind === 'clip')
  const fields = {
    uuid: event.uuid,
    operator_no,
    device_sn,
    event_time: event.event_ms,
    event_time_str: stampOf(event.event_ms),
    parking_no: event.parking_no,
    camera_sn: event.camera_sn,
    camera_name: event.camera_name,
    lot_no: event.lot_no,
    event_type: event.event_type,
    // The checked plate is authoritative; the recognised plate is sent in addition.
    plate_number: event.checked_plate ?? event.plate_number,
    plate_read: event.typed === 1 ? '' : event.plate_number,
    plate_color: event.plate_color,
    confidence: confidenceOf(event),
    correction: event.correction,
    ...checkOf(db, event),
    comment: event.comment,
  }
  return joined(fields, pictures, clip && { clip })
}

/** `content` becomes a base64 field of its picture. */
type Picture = { picture: object; content?: Buffer }

/** The JSON of an object without its last brace, so that more fields can follow. */
const open = (value: object): string => JSON.stringify(value).slice(0, -1)

/** Writes everything into one buffer, because every additional buffer is work for the garbage collector. */
function joined(fields: object, pictures: readonly Picture[], rest: object | undefined): Buffer {
  const parts: string[] = []
  let text = `${open(fields)},"pictures":[`
  pictures.forEach(({ picture, content }, at) => {
    text += `${at > 0 ? ',' : ''}${open(picture)}`
    if (content) {
      parts.push(`${text},"content":"`, content.toString('base64'))
      text = '"'
    }
    text += '}'
  })
  parts.push(`${text}]${rest ? `,${JSON.stringify(rest).slice(1)}` : '}'}`)
  // Every second part is base64, so its length in bytes equals its length in characters.
  const sizes = parts.map((part, at) => (at % 2 === 0 ? Buffer.byteLength(part) : part.length))
  const body = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0))
  let end = 0
  parts.forEach((part, at) => (end += body.write(part, end, at % 2 === 0 ? 'utf8' : 'latin1')))
  return body
}

/**
 * What holds now, and the check that says so: the last one that stands. A typed event that is withdrawn
 * without one was withdrawn by the undo of its repair.
 */
function checkOf(db: Deps['db'], event: QueuedEvent) {
  const checks = checksOf(db, event.event_id)
  const last = checks.at(-1)
  const standing = standingOf({ ...event, verdict: last?.verdict ?? null })
  const check = standingChecks(checks).at(-1) ?? (standing === 'withdrawn' ? last : undefined)
  return {
    standing,
    ...(check && { check: { verdict: check.verdict, reason: check.reason, time: check.at_ms } }),
  }
}

async function inlinePictures({ db, media }: Pick<Deps, 'db' | 'media'>, event: QueuedEvent) {
  const taken_once = event.correction > 0 || event.response_status === response_status.success
  if (event.media_gone_ms !== null && !taken_once && hadPictures(db, event.event_id)) return undefined
  const pictures: Picture[] = []
  for (const { kind, content_type, path, sha256 } of mediaOf(db, event).filter(
    (file) => file.kind !== 'clip',
  )) {
    const content = await media.files.readNow(path).catch(() => undefined)
    if (!content || !createHash('sha256').update(content).digest().equals(sha256)) return undefined
    pictures.push({
      picture: { kind, content_type, sha256: Buffer.from(sha256).toString('hex') },
      content,
    })
  }
  return pictures
}

/** The platform drops duplicates by this key, so each correction has its own key. */
export const idempotencyKey = ({ uuid, correction }: Pick<QueuedEvent, 'uuid' | 'correction'>): string =>
  correction === 0 ? uuid : `${uuid}-${correction}`
