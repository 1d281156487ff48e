/**
 * Puts events that wait for a check into the database of a running device, with pictures of the street's
 * cameras.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { event_status, type EventReason } from '@parking/contract'
import { openDatabase } from '@parking/server/core/db.ts'
import { insertEvent, picturesOf, type EventRow } from '@parking/server/events/record/event.store.ts'
import { picturePath } from '@parking/server/events/record/event-paths.ts'
import { root } from '#scripts/lib/root.mjs'
import type { Device } from './device.ts'

export type CheckPlan = {
  plate: string
  color?: string
  /** Held back because its confidence is too low, or sent with a doubtful plate. */
  is: 'unsure' | 'sent'
  event_type?: number
  /** With one lot for each event, no two of them are taken for the ends of one stay. */
  lot_no: string
  to_check?: 0 | 1
}

/**
 * Writes events a minute apart, the oldest first, and returns their uuids. Their pictures are copies of those
 * of an event that the device has; throws without one.
 */
export function plantChecks(device: Device, plans: readonly CheckPlan[]): string[] {
  const db = openDatabase(join(device.folder, 'data', 'parking.db'), join(root, 'server/migrations'))
  const media = join(device.folder, 'data', 'media')
  try {
    const models = db.all<
      EventRow & { parking_no: string; camera_sn: string; camera_name: string; scene_id: string }
    >(
      `SELECT event.*, parking_no, camera_sn, camera_name, scene_id FROM event JOIN place USING (place_id)
       WHERE event_id IN (SELECT event_id FROM event_picture WHERE kind = 'plate') ORDER BY event_id`,
    )
    if (models.length === 0) throw new Error('The device has no event with pictures to copy')
    const first_ms = Date.now() - (plans.length + 1) * 60_000
    return plans.map(({ plate, color = 'blue', is, event_type = 1, lot_no, to_check = 1 }, at) => {
      const model = models[at % models.length]!
      const [uuid, ms] = [randomUUID(), first_ms + at * 60_000]
      const pictures = picturesOf(db, model.event_id)
      for (const { position } of pictures) {
        const file = join(media, picturePath(ms, uuid, position))
        mkdirSync(dirname(file), { recursive: true })
        copyFileSync(join(media, picturePath(model.create_ms, model.uuid, position)), file)
      }
      // In one transaction, or the sender would take the event up before it is marked as sent.
      db.transaction(() => {
        const initial: { status: number; reason: EventReason } =
          is === 'unsure'
            ? { status: event_status.skipped, reason: 'unsure' }
            : { status: event_status.pending, reason: 'taken_in' }
        insertEvent(db, {
          uuid,
          event_ms: ms,
          create_ms: ms,
          event_type,
          plate_number: plate,
          plate_color: color,
          confidence: 62,
          place: { ...model, lot_no },
          pictures,
          ...initial,
        })
        db.run('UPDATE event SET to_check = ? WHERE uuid = ?', [to_check, uuid])
        if (is === 'sent')
          db.run(
            `UPDATE event SET status = ?, reason = 'accepted', moved_ms = ?, count_tried = 1,
             response_status = 0, send_ms = ?, response_ms = ? WHERE uuid = ?`,
            [event_status.sent, ms, ms, ms, uuid],
          )
      })
      return uuid
    })
  } finally {
    db.close()
  }
}
