/** Events that somebody should look at, with pictures that the street's own cameras have taken: what an operator finds in the morning. Written where the device keeps them, while it runs. */
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
  /** Seen too unsurely to be sent, or sent with a doubtful plate. */
  is: 'unsure' | 'sent'
  event_type?: number
  /** A lot of its own keeps one event's other end of the stay from being another's. */
  lot_no: string
  to_check?: 0 | 1
}

/** Writes them a minute apart, the first one the oldest; answers their uuids. The device must have an event with pictures already: its are copied. */
export function plantChecks(device: Device, plans: readonly CheckPlan[]): string[] {
  const db = openDatabase(join(device.folder, 'data', 'parking.db'), join(root, 'server/migrations'))
  const media = join(device.folder, 'data', 'media')
  try {
    const models = db.all<
      EventRow & { parking_no: string; camera_sn: string; camera_name: string; scene_id: string }
    >(
      "SELECT event.*, parking_no, camera_sn, camera_name, scene_id FROM event JOIN place USING (place_id) WHERE event_id IN (SELECT event_id FROM event_picture WHERE kind = 'plate') ORDER BY event_id",
    )
    if (models.length === 0) throw new Error('No car has come yet whose pictures could be taken')
    const begin = Date.now() - (plans.length + 1) * 60_000
    return plans.map(({ plate, color = 'blue', is, event_type = 1, lot_no, to_check = 1 }, at) => {
      const model = models[at % models.length]!
      const [uuid, ms] = [randomUUID(), begin + at * 60_000]
      const pictures = picturesOf(db, model.event_id)
      for (const { position } of pictures) {
        const file = join(media, picturePath(ms, uuid, position))
        mkdirSync(dirname(file), { recursive: true })
        copyFileSync(join(media, picturePath(model.create_ms, model.uuid, position)), file)
      }
      // In one go, or the sender would have it before it has been sent.
      db.transaction(() => {
        const begun: { status: number; reason: EventReason } =
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
          ...begun,
        })
        db.run('UPDATE event SET to_check = ? WHERE uuid = ?', [to_check, uuid])
        if (is === 'sent')
          db.run(
            "UPDATE event SET status = ?, reason = 'accepted', moved_ms = ?, count_tried = 1, response_status = 0, send_ms = ?, response_ms = ? WHERE uuid = ?",
            [event_status.sent, ms, ms, ms, uuid],
          )
      })
      return uuid
    })
  } finally {
    db.close()
  }
}
