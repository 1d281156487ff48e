/** The lots of a past time with their cameras: the present ones, without the changes since then. */
import type { Db } from '../core/db.ts'
import { lotPlaces, type LotPlace } from './scene.store.ts'

/** A part of the configuration as it was before a change; `before` is null if it did not exist. */
type Earlier = { key: string; before: string | null }
type Scene = Pick<LotPlace, 'parking_no' | 'camera_sn'> & Readonly<Record<string, unknown>>

/** How each camera and scene that was changed since `at_ms` was at that time, by its key in the history. */
const earlierParts = (db: Db, at_ms: number): Map<string, Earlier['before']> =>
  new Map(
    db
      .all<Earlier>(
        `SELECT key, before FROM changed_part WHERE part_id IN
           (SELECT min(part_id) FROM changed_part JOIN change USING (change_id)
             WHERE section IN ('camera', 'scene') AND at_ms >= ? GROUP BY key)`,
        [at_ms],
      )
      .map(({ key, before }) => [key, before]),
  )

/**
 * Every lot at a time, with its scene and the name of its camera then. Changes that are older than the
 * history (5,000 entries, 1,000 of scenes) cannot be taken back.
 */
export function lotPlacesAt(db: Db, at_ms: number): LotPlace[] {
  const earlier = earlierParts(db, at_ms)
  if (earlier.size === 0) return lotPlaces(db)
  const names = new Map(
    db
      .all<{ camera_sn: string; camera_name: string }>('SELECT camera_sn, camera_name FROM camera')
      .map(({ camera_sn, camera_name }) => [camera_sn, camera_name]),
  )
  for (const [key, before] of earlier)
    if (key.startsWith('camera/') && before !== null)
      names.set(key.slice('camera/'.length), (JSON.parse(before) as { camera_name: string }).camera_name)
  const nameOf = (camera_sn: string): string => names.get(camera_sn) ?? ''
  const unchanged = lotPlaces(db)
    .filter(({ scene_id }) => !earlier.has(`scene/${scene_id}`))
    .map((place) => ({ ...place, camera_name: nameOf(place.camera_sn) }))
  const changed = [...earlier].flatMap(([key, before]) => {
    if (!key.startsWith('scene/') || before === null) return []
    const { parking_no, camera_sn, ...scene } = JSON.parse(before) as Scene
    const place = { scene_id: key.slice('scene/'.length), parking_no, camera_sn }
    return Object.keys(scene)
      .filter((name) => name.startsWith('lot '))
      .map((name) => ({ ...place, lot_no: name.slice('lot '.length), camera_name: nameOf(camera_sn) }))
  })
  return [...unchanged, ...changed]
}
