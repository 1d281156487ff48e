/** One event with everything that is known of it (contract, parking_event_detail). */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { camera_moved_comment, type Answer, type Body, type event_detail_calls, type EventReason } from '@parking/contract'
import { movedRow } from '../camera/reference.store.ts'
import { findScenes } from '../camera/scene.store.ts'
import type { Db } from '../db.ts'
import type { Deps } from '../deps.ts'
import { clipOf } from '../evidence/clip.store.ts'
import { shownPictures } from '../evidence/evidence.store.ts'
import { outlineShown } from '../evidence/outline.ts'
import { jpegOrientation } from '../jpeg-orientation.ts'
import { notFound } from '../refusal.ts'
import type { Handlers } from '../serve.ts'
import { stampOf } from '../stamp.ts'
import { attemptsOf } from './attempt.store.ts'
import { checksOf } from './event-check.store.ts'
import { listEvents } from './event-list.ts'
import { movesOf, picturesOf } from './event.store.ts'
import { picturePath } from './picture.ts'
import { sessionOf } from './session.store.ts'

type Detail = Answer<'parking_event_detail'>
type Known = {
  event_id: number
  uuid: string
  event_ms: number
  create_ms: number
  reason: EventReason
  comment: string
  plate_number: string
  checked_plate: string | null
  media_gone_ms: number | null
  camera_sn: string
  scene_id: string
  lot_no: string
}
type ObjectRow = { kind: string; key: string; bytes: number; stored_ms: number }
type Needs = Pick<Deps, 'db' | 'media' | 'now'>

/** Throws 3000 for an event that is not there, or not any more. */
export async function eventDetail({ uuid }: Body<'parking_event_detail'>, deps: Needs): Promise<Detail> {
  const { db, media, now } = deps
  const row = listEvents(db, media, { page: 1, page_size: 1, uuid }, now()).list[0]
  const event = db.get<Known>(
    `SELECT event_id, uuid, event_ms, create_ms, reason, comment, plate_number, checked_plate, media_gone_ms, camera_sn, scene_id, lot_no
     FROM event JOIN place USING (place_id) WHERE uuid = ?`,
    [uuid.toLowerCase()],
  )
  if (!row || !event) throw notFound('The event')
  const { event_id } = event
  const session = sessionOf(db, event_id)
  return {
    ...row,
    reason: event.reason,
    moves: movesOf(db, event_id).map(({ at_ms, from_status, to_status, reason, moved_by }) => ({ ...moment(at_ms), from: from_status, to: to_status, reason, by: moved_by })),
    attempts: attemptsOf(db, event_id).map(({ at_ms, ...attempt }) => ({ ...moment(at_ms), ...attempt })),
    checks: checksOf(db, event_id).map(({ at_ms, checked_by, verdict, plate_before, plate_after, reason }) => ({ ...moment(at_ms), by: checked_by, verdict, plate_before, plate_after, reason })),
    plate_read: event.plate_number,
    checked_plate: event.checked_plate,
    objects: objectsOf(db, event_id).map(({ stored_ms, ...object }) => ({ ...object, stored_str: stampOf(stored_ms) })),
    clip: clipOf(deps, event_id),
    session: { ...session, events: session.events.map(({ event_ms, ...other }) => ({ ...moment(event_ms), ...other })) },
    lot: await lotOf(event, deps),
    media_gone_str: stampOf(event.media_gone_ms),
  }
}

const moment = (ms: number) => ({ timestamp_ms: ms, time_str: stampOf(ms) })

const objectsOf = (db: Db, event_id: number): ObjectRow[] => db.all<ObjectRow>('SELECT kind, key, bytes, stored_ms FROM event_object WHERE event_id = ? ORDER BY n', [event_id])

/** The lot as its scene has it now. What it was at the time is not kept: that it has changed since is said. */
async function lotOf(event: Known, { db, media }: Needs): Promise<Detail['lot']> {
  const scene = findScenes(db, { scene_id: event.scene_id })[0]
  const polygon = scene?.row.camera_sn === event.camera_sn ? scene.lots.find(({ lot_no }) => lot_no === event.lot_no)?.polygon : undefined
  const shown = shownPictures(db, event.event_id).find(({ kind }) => kind === 'image')
  const stored = picturesOf(db, event.event_id).find(({ kind }) => kind === 'image')
  if (!scene || !polygon || !shown || !stored) return null
  const orientation = shown.drawn ? await orientationOf(join(media.folder, picturePath(event.create_ms, event.uuid, stored.position))) : 1
  const outline = outlineShown(polygon, { orientation, stored, drawn: shown.drawn ? shown : undefined })
  if (!outline) return null
  const moved = movedRow(db, scene.row.scene_id)
  const had_moved = event.comment === camera_moved_comment || (moved !== undefined && moved.since_ms <= event.event_ms)
  return { polygon: outline, scene_changed: had_moved || scene.row.update_ms > event.event_ms }
}

const head_bytes = 65_536

/** 1 where the file is gone: only what was drawn of it is shown then, and cameras rarely turn. */
async function orientationOf(file: string): Promise<number> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) return 1
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(head_bytes), 0, head_bytes, 0)
    return jpegOrientation(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

export const event_detail_handlers = { parking_event_detail: (body, context) => eventDetail(body, context) } satisfies Handlers<keyof typeof event_detail_calls>
