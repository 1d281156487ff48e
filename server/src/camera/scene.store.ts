/** Scenes and their lots in the database. */
import type { Body } from '@parking/contract'
import type { Db, Value } from '../core/db.ts'
import { scenePictures } from './reference.store.ts'

type Saved = Body<'add_update_scene'>
export type Lot = Saved['lots'][number]

export type SceneRow = {
  scene_id: string
  camera_sn: string
  scene_type: Saved['scene_type']
  enabled: 0 | 1
  parking_no: string
  direction: Saved['direction']
  ref_width: number
  ref_height: number
  feature: string | null
  focus: string | null
  ref_picture: string
  update_ms: number
}
type LotRow = Omit<Lot, 'polygon'> & { scene_id: string; polygon: string }
export type Scene = { row: SceneRow; camera_name: string; lots: Lot[] }

/** Scenes with their lots: those of one camera, a single scene, or all. */
export function findScenes(
  db: Db,
  only: { camera_sn?: string | undefined; scene_id?: string | undefined } = {},
): Scene[] {
  const terms: string[] = []
  const params: Record<string, Value> = {}
  for (const name of ['camera_sn', 'scene_id'] as const) {
    const wanted = only[name]
    if (wanted === undefined) continue
    terms.push(`scene.${name} = :${name}`)
    params[name] = wanted
  }
  const where = terms.length > 0 ? `WHERE ${terms.join(' AND ')}` : ''
  const rows = db.all<SceneRow & { camera_name: string }>(
    `SELECT scene.*, camera_name FROM scene JOIN camera USING (camera_sn) ${where}
     ORDER BY camera_name, camera_sn, scene_id`,
    params,
  )
  const lots = new Map<string, LotRow[]>(rows.map(({ scene_id }) => [scene_id, []]))
  for (const lot of db.all<LotRow>(
    `SELECT lot.* FROM lot JOIN scene USING (scene_id) ${where} ORDER BY scene_id, position`,
    params,
  ))
    lots.get(lot.scene_id)?.push(lot)
  return rows.map(({ camera_name, ...row }) => ({
    row,
    camera_name,
    lots: (lots.get(row.scene_id) ?? []).map(lotOf),
  }))
}

const lotOf = ({ lot_no, lot_type, lot_posture, motor_num, difficult, polygon }: LotRow): Lot => ({
  lot_no,
  lot_type,
  lot_posture,
  motor_num,
  difficult,
  polygon: JSON.parse(polygon) as Lot['polygon'],
})

export const sceneRow = (db: Db, scene_id: string): SceneRow | undefined =>
  db.get<SceneRow>('SELECT * FROM scene WHERE scene_id = ?', [scene_id])

/** Those of these lot numbers that belong to other scenes. */
export function takenLots(db: Db, lot_nos: readonly string[], except_scene: string): Set<string> {
  return new Set(
    lot_nos.filter(
      (lot_no) =>
        db.get('SELECT 1 FROM lot WHERE lot_no = ? AND scene_id <> ?', [lot_no, except_scene]) !== undefined,
    ),
  )
}

/** Writes the scene and replaces all of its lots. */
export function saveScene(db: Db, row: SceneRow, lots: readonly Lot[]): void {
  db.transaction(() => {
    db.run(
      `INSERT INTO scene VALUES (:scene_id, :camera_sn, :scene_type, :enabled, :parking_no, :direction,
         :ref_width, :ref_height, :feature, :focus, :ref_picture, :update_ms)
       ON CONFLICT (scene_id) DO UPDATE SET camera_sn = :camera_sn, scene_type = :scene_type,
         enabled = :enabled, parking_no = :parking_no, direction = :direction, ref_width = :ref_width,
         ref_height = :ref_height, feature = :feature, focus = :focus, ref_picture = :ref_picture,
         update_ms = :update_ms`,
      { ...row },
    )
    db.run('DELETE FROM lot WHERE scene_id = ?', [row.scene_id])
    for (const [position, lot] of lots.entries()) {
      db.run('INSERT INTO lot VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
        lot.lot_no,
        row.scene_id,
        position,
        lot.lot_type,
        lot.lot_posture,
        lot.motor_num,
        lot.difficult,
        JSON.stringify(lot.polygon),
      ])
    }
  })
}

export const deleteSceneRow = (db: Db, scene_id: string): boolean =>
  db.run('DELETE FROM scene WHERE scene_id = ?', [scene_id]).changes > 0

/** Deletes the lots of all scenes before they are written again, because a lot may move to another scene. */
export const deleteLots = (db: Db): void => void db.run('DELETE FROM lot')

/** Numbers of all scenes and lots. */
export const countScenes = (db: Db): { scene_num: number; lot_num: number } =>
  db.get<{ scene_num: number; lot_num: number }>(
    'SELECT (SELECT count(*) FROM scene) AS scene_num, (SELECT count(*) FROM lot) AS lot_num',
  ) ?? { scene_num: 0, lot_num: 0 }

/** Deletes every scene with its lots. Returns the paths of their pictures, which remain on the disk. */
export function deleteScenes(db: Db): string[] {
  const pictures = scenePictures(db)
  db.run('DELETE FROM scene')
  return pictures
}

export type LotPlace = {
  lot_no: string
  scene_id: string
  parking_no: string
  camera_sn: string
  camera_name: string
}

/** Every lot of the device with its scene and camera. */
export const lotPlaces = (db: Db): LotPlace[] =>
  db.all<LotPlace>(
    `SELECT lot_no, scene_id, parking_no, camera_sn, camera_name
     FROM lot JOIN scene USING (scene_id) JOIN camera USING (camera_sn) ORDER BY lot_no`,
  )

/** The scenes that these lots belong to. Lots that do not exist are omitted. */
export const scenesOfLots = (db: Db, lot_nos: readonly string[]): Pick<LotPlace, 'lot_no' | 'scene_id'>[] =>
  db.all('SELECT lot_no, scene_id FROM lot WHERE lot_no IN (SELECT value FROM json_each(?))', [
    JSON.stringify(lot_nos),
  ])

/** Finds a lot. Undefined unless camera, scene and lot belong together. */
export const placeOfLot = (
  db: Db,
  at: { camera_sn: string; scene_id: string; lot_no: string },
): LotPlace | undefined =>
  db.get<LotPlace>(
    `SELECT lot_no, scene_id, parking_no, camera_sn, camera_name
     FROM lot JOIN scene USING (scene_id) JOIN camera USING (camera_sn)
     WHERE lot_no = :lot_no AND scene_id = :scene_id AND camera_sn = :camera_sn`,
    { lot_no: at.lot_no, scene_id: at.scene_id, camera_sn: at.camera_sn },
  )
