/** Database queries of the first page: cameras, lots and events. */
import { event_type } from '@parking/contract'
import type { CameraRow } from '../camera/camera.store.ts'
import type { LotPlace, SceneRow } from '../camera/scene.store.ts'
import type { Db } from '../core/db.ts'

export type WallLotRow = Omit<LotPlace, 'camera_name'> &
  Pick<SceneRow, 'enabled' | 'update_ms'> &
  Pick<CameraRow, 'state'> & { motor_num: number; polygon: string }

/** All lots, ordered by camera name, scene and position. */
export const wallLots = (db: Db): WallLotRow[] =>
  db.all<WallLotRow>(
    `SELECT lot_no, scene_id, camera_sn, parking_no, enabled, update_ms, state, motor_num, polygon
      FROM lot JOIN scene USING (scene_id) JOIN camera USING (camera_sn)
     ORDER BY camera_name, camera_sn, scene_id, position`,
  )

/** All scenes, including those without lots, each with the time of its last change. */
export const sceneChanges = (db: Db): Pick<SceneRow, 'scene_id' | 'camera_sn' | 'update_ms'>[] =>
  db.all('SELECT scene_id, camera_sn, update_ms FROM scene ORDER BY scene_id')

/** All places that each existing lot ever had, by lot number. A camera or a site may have been renamed. */
export function placesOfLots(db: Db): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const { place_id, lot_no } of db.all<{ place_id: number; lot_no: string }>(
    'SELECT place_id, lot_no FROM place WHERE lot_no IN (SELECT lot_no FROM lot)',
  ))
    places.set(lot_no, [...(places.get(lot_no) ?? []), place_id])
  return places
}

const stay_events = [event_type.initial_entry, event_type.entry, event_type.update, event_type.exit].join(
  ', ',
)

/**
 * From now on, this connection, the only one of the server, records the
 * places whose entries, updates or exits change. Uses a temporary table,
 * which causes no disk writes and is rolled back together with the change.
 */
export function trackChangedLots(db: Db): void {
  db.run('CREATE TEMP TABLE IF NOT EXISTS changed_moves (place_id INTEGER PRIMARY KEY)')
  for (const [what, row] of [
    ['INSERT', 'new'],
    ['DELETE', 'old'],
    ['UPDATE OF event_ms, plate_number, plate_color, checked_plate, status, to_check', 'new'],
  ] as const)
    db.run(
      `CREATE TEMP TRIGGER IF NOT EXISTS changed_moves_${what.slice(0, 6).toLowerCase()}
        AFTER ${what} ON event WHEN ${row}.event_type IN (${stay_events})
       BEGIN INSERT OR IGNORE INTO changed_moves VALUES (${row}.place_id); END`,
    )
}

/** The numbers of the lots whose changes were recorded. Clears the record. */
export function takeChangedLots(db: Db): Set<string> {
  const lots = db.all<{ lot_no: string }>('SELECT lot_no FROM changed_moves JOIN place USING (place_id)')
  if (lots.length > 0) db.run('DELETE FROM changed_moves')
  return new Set(lots.map(({ lot_no }) => lot_no))
}

type Stored = { event_id: number; uuid: string }

export const lastStored = (db: Db): Stored | undefined =>
  db.get<Stored>('SELECT event_id, uuid FROM event ORDER BY event_id DESC LIMIT 1')

/** Whether an event is stored, under this id if one is given. */
export const isStored = (db: Db, { uuid, event_id }: Pick<Stored, 'uuid'> & Partial<Stored>): boolean => {
  const found = db.get<Stored>('SELECT event_id, uuid FROM event WHERE uuid = ?', [uuid])
  return found !== undefined && (event_id === undefined || found.event_id === event_id)
}

const entries_and_exits = [event_type.initial_entry, event_type.entry, event_type.exit].join(', ')

/** The uuid of the newest entry or exit that was stored after this event. */
export const newestEntryOrExit = (db: Db, after: number): string | undefined =>
  db.get<{ uuid: string }>(
    // The plus sign makes SQLite walk the rows in id order, so that it reads only new rows.
    `SELECT uuid FROM event WHERE event_id > ? AND +event_type IN (${entries_and_exits})
      ORDER BY event_id DESC LIMIT 1`,
    [after],
  )?.uuid
