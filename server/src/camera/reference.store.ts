/** References of scenes, and marks of scenes whose camera has moved, in the database (migrations/0005). */
import { max_references, type reference_causes } from '@parking/contract'
import type { Db } from '../core/db.ts'
import type { PlaneMap } from './matching/plane-map.ts'

export type ReferenceRow = {
  reference_id: number
  scene_id: string
  taken_ms: number
  why: (typeof reference_causes)[number]
  picture: string
  width: number
  height: number
}
export type MovedRow = {
  scene_id: string
  since_ms: number
  check_ms: number
  check_id: string
  picture: string
  width: number
  height: number
  map: PlaneMap
  px: number
  confidence: number
}

/** References of a scene, newest first. */
export const referencesOf = (db: Db, scene_id: string): ReferenceRow[] =>
  db.all<ReferenceRow>('SELECT * FROM scene_reference WHERE scene_id = ? ORDER BY reference_id DESC', [
    scene_id,
  ])

/** References of every scene, oldest first. */
export const allReferences = (db: Db): ReferenceRow[] =>
  db.all<ReferenceRow>('SELECT * FROM scene_reference ORDER BY reference_id')

/** Inserts a former reference without changing the others. */
export const insertReference = (
  db: Db,
  { scene_id, taken_ms, why, picture, width, height }: Omit<ReferenceRow, 'reference_id'>,
): void =>
  void db.run(
    `INSERT INTO scene_reference (scene_id, taken_ms, why, picture, width, height)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [scene_id, taken_ms, why, picture, width, height],
  )

/**
 * Makes a picture the reference of its scene and removes the mark, because the
 * user who drew, took or accepted it has seen it. Runs inside the caller's
 * transaction. Returns the pictures that no row refers to any longer.
 */
export function addReference(
  db: Db,
  { scene_id, taken_ms, why, picture, width, height }: Omit<ReferenceRow, 'reference_id'>,
): string[] {
  return db.transaction(() => {
    insertReference(db, { scene_id, taken_ms, why, picture, width, height })
    const old = referencesOf(db, scene_id).slice(max_references)
    for (const { reference_id } of old)
      db.run('DELETE FROM scene_reference WHERE reference_id = ?', [reference_id])
    return [...old.map((row) => row.picture), ...unmark(db, scene_id).filter((path) => path !== picture)]
  })
}

/** The mark of a scene whose camera has moved; undefined if the scene is not marked. */
export function movedRow(db: Db, scene_id: string): MovedRow | undefined {
  const row = db.get<Omit<MovedRow, 'map'> & { map: string }>(
    'SELECT * FROM scene_moved WHERE scene_id = ?',
    [scene_id],
  )
  return row && { ...row, map: JSON.parse(row.map) as PlaneMap }
}

/** Marks the scene or replaces its proposal. Returns the pictures that no row refers to any more. */
export function mark(db: Db, row: MovedRow): string[] {
  const before = movedRow(db, row.scene_id)
  db.run(
    `INSERT INTO scene_moved VALUES (:scene_id, :since_ms, :check_ms, :check_id, :picture,
       :width, :height, :map, :px, :confidence)
     ON CONFLICT (scene_id) DO UPDATE SET check_ms = :check_ms, check_id = :check_id, picture = :picture,
       width = :width, height = :height, map = :map, px = :px, confidence = :confidence`,
    { ...row, map: JSON.stringify(row.map) },
  )
  return before ? [before.picture] : []
}

/** Removes the mark. Returns the pictures that no row refers to any more. */
export function unmark(db: Db, scene_id: string): string[] {
  const before = movedRow(db, scene_id)
  if (before) db.run('DELETE FROM scene_moved WHERE scene_id = ?', [scene_id])
  return before ? [before.picture] : []
}

/** The marked scenes. */
export const movedScenes = (db: Db): Set<string> =>
  new Set(db.all<{ scene_id: string }>('SELECT scene_id FROM scene_moved').map((row) => row.scene_id))

/** Cameras with a moved scene, each with the largest displacement in pixels. */
export const movedByCamera = (db: Db): Map<string, number> =>
  new Map(
    db
      .all<{ camera_sn: string; px: number }>(
        'SELECT camera_sn, max(px) AS px FROM scene_moved JOIN scene USING (scene_id) GROUP BY camera_sn',
      )
      .map(({ camera_sn, px }) => [camera_sn, px]),
  )

/** Every picture that one scene, or any scene, refers to. */
export function scenePictures(db: Db, scene_id?: string): string[] {
  const which = scene_id === undefined ? '' : 'WHERE scene_id = :scene_id'
  const sql = `SELECT ref_picture AS path FROM scene ${which}
    UNION SELECT picture FROM scene_reference ${which}
    UNION SELECT picture FROM scene_moved ${which}`
  return db
    .all<{ path: string }>(sql, scene_id === undefined ? {} : { scene_id })
    .flatMap(({ path }) => (path === '' ? [] : [path]))
}
