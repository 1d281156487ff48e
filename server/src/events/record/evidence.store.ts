/** The events that are still to be drawn, and the drawn pictures of the others (migrations/0008). */
import type { Db } from '#src/core/db.ts'
import type { PictureKind } from './event-paths.ts'

export type EvidenceRow = {
  event_id: number
  position: number
  kind: PictureKind
  width: number
  height: number
  bytes: number
  sha256: Uint8Array
}
/**
 * `plate_box`: the position of the plate, from the analysis. `held`: the pictures may only be shown once they
 * are drawn.
 */
export type NewEvidence = { plate_box: readonly number[] | undefined; held: boolean }

/** The outcome for an event's pictures: shown as received, drawn, or withheld. */
export const outcome = { as_it_came: 0, drawn: 1, withheld: 2 } as const

/** Call inside the transaction that stores the event. */
export function insertEvidence(db: Db, event_id: number | bigint, { plate_box, held }: NewEvidence): void {
  db.run('INSERT INTO event_evidence (event_id, plate_box, held) VALUES (?, ?, ?)', [
    event_id,
    plate_box ? JSON.stringify(plate_box) : null,
    held ? 1 : 0,
  ])
}

/**
 * Left, top, right and bottom of the plate as shares (0 to 1) of the picture, if the analysis reported them.
 */
export const plateBoxOf = (db: Db, event_id: number): [number, number, number, number] | undefined => {
  const text = db.get<{ plate_box: string | null }>(
    'SELECT plate_box FROM event_evidence WHERE event_id = ?',
    [event_id],
  )?.plate_box
  return text ? (JSON.parse(text) as [number, number, number, number]) : undefined
}

/** What is drawn onto the pictures of an event. */
export type EventToDraw = {
  uuid: string
  event_ms: number
  create_ms: number
  plate_number: string
  plate_color: string
  camera_name: string
  scene_id: string
  lot_no: string
}
export const eventToDraw = (db: Db, event_id: number): EventToDraw | undefined =>
  db.get<EventToDraw>(
    `SELECT uuid, event_ms, create_ms, plate_number, plate_color, camera_name, scene_id, lot_no
     FROM event JOIN place USING (place_id) WHERE event_id = ?`,
    [event_id],
  )

/** The oldest event after `after` that is still to be drawn. */
export const nextToDraw = (db: Db, after: number): number | undefined =>
  db.get<{ event_id: number }>(
    'SELECT event_id FROM event_evidence WHERE outcome IS NULL AND event_id > ? ORDER BY event_id LIMIT 1',
    [after],
  )?.event_id

/** Whether the pictures of an event are still to be drawn. */
export const isToDraw = (db: Db, event_id: number): boolean =>
  db.get('SELECT 1 FROM event_evidence WHERE event_id = ? AND outcome IS NULL', [event_id]) !== undefined

/** Whether privacy protection was on when the event was recorded. */
export const isHeld = (db: Db, event_id: number): boolean =>
  db.get<{ held: number }>('SELECT held FROM event_evidence WHERE event_id = ?', [event_id])?.held === 1

/** Stores the outcome of drawing, and replaces the drawn pictures of the event by `drawn`. */
export function settleEvidence(
  db: Db,
  event_id: number,
  became: (typeof outcome)[keyof typeof outcome],
  drawn: readonly Omit<EvidenceRow, 'event_id' | 'position'>[] = [],
): void {
  db.transaction(() => {
    db.run('DELETE FROM drawn_picture WHERE event_id = ?', [event_id])
    for (const [position, { kind, width, height, bytes, sha256 }] of drawn.entries()) {
      db.run('INSERT INTO drawn_picture VALUES (?, ?, ?, ?, ?, ?, ?)', [
        event_id,
        position,
        kind,
        width,
        height,
        bytes,
        sha256,
      ])
    }
    db.run('UPDATE event_evidence SET outcome = ? WHERE event_id = ?', [became, event_id])
  })
}

/** The drawn pictures of an event, whether they are shown or not. */
export const drawnOf = (db: Db, event_id: number): EvidenceRow[] =>
  db.all<EvidenceRow>('SELECT * FROM drawn_picture WHERE event_id = ? ORDER BY position', [event_id])

/**
 * Schedules the event's pictures to be drawn again, because a drawn file is missing or damaged. False if the
 * event has none.
 */
export const redrawEvidence = (db: Db, event_id: number): boolean =>
  db.run(`UPDATE event_evidence SET outcome = NULL WHERE event_id = ? AND outcome = ${outcome.drawn}`, [
    event_id,
  ]).changes > 0

/** Withholds pictures that are still to be drawn, because the originals were deleted. */
export const withholdUndrawn = (db: Db, event_id: number): void =>
  void db.run(
    `UPDATE event_evidence SET outcome = ${outcome.withheld} WHERE event_id = ? AND outcome IS NULL`,
    [event_id],
  )

/** Deleted media is not shown, but its row with hash and size is kept. */
const media_is_gone = 'EXISTS (SELECT 1 FROM event WHERE event_id = :event_id AND media_gone_ms IS NOT NULL)'

/**
 * The pictures for users and the platform, in order: the drawn pictures, or the originals if nothing is
 * drawn.
 */
export const shownPictures = (db: Db, event_id: number): (EvidenceRow & { drawn: 0 | 1 })[] =>
  db.all<EvidenceRow & { drawn: 0 | 1 }>(
    `SELECT *, 1 AS drawn FROM drawn_picture WHERE event_id = :event_id AND (SELECT outcome
      FROM event_evidence WHERE event_id = :event_id) = ${outcome.drawn} AND NOT ${media_is_gone}
     UNION ALL SELECT *, 0 FROM event_picture WHERE event_id = :event_id AND NOT ${media_is_gone}
       AND NOT EXISTS (SELECT 1 FROM event_evidence WHERE event_id = :event_id
       AND (outcome IN (${outcome.drawn}, ${outcome.withheld}) OR (outcome IS NULL AND held = 1)))
     ORDER BY position`,
    { event_id },
  )
