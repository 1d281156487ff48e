/** The clips of events (migrations/0010): which are still to be recorded, and the outcome of the others. */
import type { ClipAbsence } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { clipPath } from './event-paths.ts'

/** recording: being recorded, or queued for it. absent: a clip was requested but does not exist. */
export type EventClip =
  | { state: 'recorded'; url: string; width: number; height: number; duration_ms: number; bytes: number }
  | { state: 'recording' }
  | { state: 'absent'; why: ClipAbsence }

/** Stored when an event is recorded: a clip is wanted, or the reason why there will be none. */
export type NewClip = 'wanted' | ClipAbsence
/** A clip on the disk. `duration_ms` in milliseconds, the size in pixels. */
export type RecordedClip = {
  width: number
  height: number
  duration_ms: number
  bytes: number
  sha256: Uint8Array
}

/** The values of the column `outcome`; null until the outcome is known. */
export const clip_outcome = { recorded: 1, absent: 2 } as const

/** Call inside the transaction that stores the event. */
export function insertClip(db: Db, event_id: number | bigint, clip: NewClip): void {
  db.run('INSERT INTO event_clip (event_id, outcome, why) VALUES (?, ?, ?)', [
    event_id,
    clip === 'wanted' ? null : clip_outcome.absent,
    clip === 'wanted' ? '' : clip,
  ])
}

export type ClipToRecord = { event_id: number; uuid: string; create_ms: number; camera_sn: string }

/** Clips still to be recorded, oldest first. */
export const clipsToRecord = (db: Db, most: number): ClipToRecord[] =>
  db.all<ClipToRecord>(
    `SELECT event_id, uuid, create_ms, camera_sn FROM event_clip JOIN event USING (event_id)
      JOIN place USING (place_id) WHERE outcome IS NULL ORDER BY event_id LIMIT ?`,
    [most],
  )

/**
 * Stores the outcome. False if it has already been settled or the event has been deleted: then the caller
 * deletes the file.
 */
export function settleClip(db: Db, event_id: number, became: RecordedClip | ClipAbsence): boolean {
  if (typeof became === 'string')
    return (
      db.run(
        `UPDATE event_clip SET outcome = ${clip_outcome.absent}, why = ? WHERE event_id = ?
          AND outcome IS NULL`,
        [became, event_id],
      ).changes > 0
    )
  const { width, height, duration_ms, bytes, sha256 } = became
  return (
    db.run(
      `UPDATE event_clip
        SET outcome = ${clip_outcome.recorded}, width = ?, height = ?, duration_ms = ?, bytes = ?, sha256 = ?
     WHERE event_id = ? AND outcome IS NULL AND (SELECT media_gone_ms FROM event
     WHERE event.event_id = event_clip.event_id) IS NULL`,
      [width, height, duration_ms, bytes, sha256, event_id],
    ).changes > 0
  )
}

/** Removes a request for a clip, as if it had never been made, because `video_enabled` is off now. */
export const cancelClip = (db: Db, event_id: number): void =>
  void db.run('DELETE FROM event_clip WHERE event_id = ? AND outcome IS NULL', [event_id])

/** The clip of an event that is on the disk; undefined if there is none. */
export const recordedClip = (db: Db, event_id: number): Pick<RecordedClip, 'bytes' | 'sha256'> | undefined =>
  db.get<RecordedClip>(
    `SELECT bytes, sha256 FROM event_clip JOIN event USING (event_id)
     WHERE event_id = ? AND outcome = ${clip_outcome.recorded} AND media_gone_ms IS NULL`,
    [event_id],
  )

/** Whether a clip was recorded, even if it has since been deleted. */
export const hasRecordedClip = (db: Db, event_id: number): boolean =>
  db.get(`SELECT 1 FROM event_clip WHERE event_id = ? AND outcome = ${clip_outcome.recorded}`, [event_id]) !==
  undefined

/** Sets the size of a clip that is restored after its event was deleted, so that the tally counts it. */
export const setClipBytes = (db: Db, event_id: number, bytes: number): void =>
  void db.run('UPDATE event_clip SET bytes = ? WHERE event_id = ?', [bytes, event_id])

/** Marks a recorded clip as absent because its file is gone. */
export const markClipMissing = (db: Db, event_id: number): void =>
  void db.run(`UPDATE event_clip SET outcome = ${clip_outcome.absent}, why = 'disk' WHERE event_id = ?`, [
    event_id,
  ])

type Row = RecordedClip & { uuid: string; create_ms: number; outcome: number | null; why: ClipAbsence }

/**
 * The clip of an event with its signed address. null if none was requested, or if it was deleted with the
 * pictures (`event.media_gone_ms`).
 */
export function clipOf(
  { db, media, now }: Pick<Deps, 'db' | 'media' | 'now'>,
  event_id: number,
): EventClip | null {
  const row = rowOf(db, event_id)
  if (!row) return null
  if (row.outcome === null) return { state: 'recording' }
  if (row.outcome !== clip_outcome.recorded) return { state: 'absent', why: row.why }
  const { width, height, duration_ms, bytes } = row
  return {
    state: 'recorded',
    url: media.address(clipPath(row.create_ms, row.uuid), now()),
    width,
    height,
    duration_ms,
    bytes,
  }
}

const rowOf = (db: Db, event_id: number): Row | undefined =>
  db.get<Row>(
    `SELECT event_clip.*, uuid, create_ms FROM event_clip JOIN event USING (event_id) WHERE event_id = ?
      AND media_gone_ms IS NULL`,
    [event_id],
  )
