/**
 * The facts about an event in the evidence log: once as it was recorded, and again whenever its state
 * changes.
 */
import { createHash } from 'node:crypto'
import type { Db } from '#src/core/db.ts'
import { attemptsOf } from '#src/events/record/attempt.store.ts'
import { recordedClip } from '#src/events/record/clip.store.ts'
import { tombstoneOf } from '#src/events/record/event-tombstone.store.ts'
import { transitionsOf, picturesOf, type PictureRow } from '#src/events/record/event.store.ts'
import { drawnOf } from '#src/events/record/evidence.store.ts'
import { objectsOf } from '#src/events/record/object.store.ts'
import { rulesOf } from '#src/events/record/rule-version.store.ts'
import { looksText, recordedChecks, type ProvenEvent } from './proof-todo.store.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const fileOf = ({ position, kind, width, height, bytes, sha256: hash }: Omit<PictureRow, 'event_id'>) => ({
  position,
  kind,
  width,
  height,
  bytes,
  sha256: hex(hash),
})

/** null for a typed event; those of earlier versions were recorded with 100, and stay so in the log. */
const readConfidence = ({ typed, confidence }: ProvenEvent): number | null =>
  typed === 1 && confidence === 0 ? null : confidence

/** The event as it was recorded; these facts never change. */
export function takenIn(db: Db, event: ProvenEvent): object {
  const looks = looksText(db, event.event_id)
  const { uuid, event_type, event_ms, create_ms, parking_no, camera_sn, camera_name, scene_id, lot_no } =
    event
  return {
    uuid,
    event_type,
    event_ms,
    create_ms,
    place: { parking_no, camera_sn, camera_name, scene_id, lot_no },
    plate: { read: event.plate_number, color: event.plate_color, confidence: readConfidence(event) },
    files: picturesOf(db, event.event_id).map(fileOf),
    looks: looks === undefined ? null : sha256(looks),
    rule: Object.fromEntries(rulesOf(db, event.event_id).map((rule) => [rule.rule, rule.sha256])),
  }
}

/** The facts that change: drawn evidence, clip, checks, transitions, and the platform's answers. */
export function stateOf(db: Db, event: ProvenEvent): object {
  const { event_id, status, reason, comment, checked_plate, correction, media_gone_ms, typed } = event
  const clip = event.has_clip ? recordedClip(db, event_id) : undefined
  return {
    status,
    reason,
    comment,
    checked_plate,
    correction,
    media_gone_ms,
    ...(typed === 1 && { typed: true }),
    drawn: event.has_drawn ? drawnOf(db, event_id).map(fileOf) : [],
    clip: clip ? { bytes: clip.bytes, sha256: hex(clip.sha256) } : null,
    moves: transitionsOf(db, event_id),
    checks: event.has_checks ? recordedChecks(db, event_id) : [],
    attempts: attemptsOf(db, event_id),
    objects: event.has_objects
      ? objectsOf(db, event_id).map(({ sha256: hash, ...object }) => ({ ...object, sha256: hex(hash) }))
      : [],
  }
}

/** Why the event is gone. Without a tombstone, it was lost with the database that contained it. */
export function goneOf(db: Db, uuid: string): object {
  const tombstone = tombstoneOf(db, uuid)
  return { uuid, deleted_ms: tombstone?.deleted_ms ?? null, deleted_by: tombstone?.deleted_by ?? '' }
}
