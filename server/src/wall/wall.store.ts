/** What the first page reads of cameras, lots and events. */
import { event_type } from '@parking/contract'
import type { CameraRow } from '../camera/camera.store.ts'
import type { LotPlace, SceneRow } from '../camera/scene.store.ts'
import type { Db } from '../core/db.ts'

export type WallLotRow = Omit<LotPlace, 'camera_name'> &
  Pick<SceneRow, 'enabled' | 'update_ms'> &
  Pick<CameraRow, 'state'> & { motor_num: number; polygon: string }

/** In the order of camera name, scene and position. */
export const wallLots = (db: Db): WallLotRow[] =>
  db.all<WallLotRow>(
    `SELECT lot_no, scene_id, camera_sn, parking_no, enabled, update_ms, state, motor_num, polygon
      FROM lot JOIN scene USING (scene_id) JOIN camera USING (camera_sn)
     ORDER BY camera_name, camera_sn, scene_id, position`,
  )

/** The scenes, also those without a lot, each with its last change. */
export const sceneChanges = (db: Db): Pick<SceneRow, 'scene_id' | 'camera_sn' | 'update_ms'>[] =>
  db.all('SELECT scene_id, camera_sn, update_ms FROM scene ORDER BY scene_id')

/** All places that each present lot ever had, by its number: a camera or a site may have been renamed. */
export function placesOfLots(db: Db): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const { place_id, lot_no } of db.all<{ place_id: number; lot_no: string }>(
    'SELECT place_id, lot_no FROM place WHERE lot_no IN (SELECT lot_no FROM lot)',
  ))
    places.set(lot_no, [...(places.get(lot_no) ?? []), place_id])
  return places
}

const of_a_stay = [event_type.initial_entry, event_type.entry, event_type.update, event_type.exit].join(', ')

/**
 * From now on this connection, the only one of the server, notes the places whose entries, updates or exits
 * change. In a temporary table, so that it costs the disk nothing and is rolled back with the change.
 */
export function noteChangedMoves(db: Db): void {
  db.run('CREATE TEMP TABLE IF NOT EXISTS changed_moves (place_id INTEGER PRIMARY KEY)')
  for (const [what, row] of [
    ['INSERT', 'new'],
    ['DELETE', 'old'],
    ['UPDATE OF event_ms, plate_number, plate_color, checked_plate, status, to_check', 'new'],
  ] as const)
    db.run(
      `CREATE TEMP TRIGGER IF NOT EXISTS changed_moves_${what.slice(0, 6).toLowerCase()}
        AFTER ${what} ON event WHEN ${row}.event_type IN (${of_a_stay})
       BEGIN INSERT OR IGNORE INTO changed_moves VALUES (${row}.place_id); END`,
    )
}

/** The numbers of the lots of these places, which are forgotten. */
export function lotsOfChangedMoves(db: Db): Set<string> {
  const lots = db.all<{ lot_no: string }>('SELECT lot_no FROM changed_moves JOIN place USING (place_id)')
  if (lots.length > 0) db.run('DELETE FROM changed_moves')
  return new Set(lots.map(({ lot_no }) => lot_no))
}

type Stored = { event_id: number; uuid: string }

export const lastStored = (db: Db): Stored | undefined =>
  db.get<Stored>('SELECT event_id, uuid FROM event ORDER BY event_id DESC LIMIT 1')

/** Whether an event is stored, under this number if one is given. */
export const isStored = (db: Db, { uuid, event_id }: Pick<Stored, 'uuid'> & Partial<Stored>): boolean => {
  const found = db.get<Stored>('SELECT event_id, uuid FROM event WHERE uuid = ?', [uuid])
  return found !== undefined && (event_id === undefined || found.event_id === event_id)
}

const comings = [event_type.initial_entry, event_type.entry, event_type.exit].join(', ')

/** The newest entry or exit that was stored after this event. */
export const newestComing = (db: Db, after: number): string | undefined =>
  db.get<{ uuid: string }>(
    // `+` keeps the order of storing, which reads only new rows.
    `SELECT uuid FROM event WHERE event_id > ? AND +event_type IN (${comings})
      ORDER BY event_id DESC LIMIT 1`,
    [after],
  )?.uuid
