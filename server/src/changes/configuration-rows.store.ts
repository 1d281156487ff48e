/**
 * Reads the configuration as flat parts, each as it is stored, with its secrets sealed. A change is the
 * difference between two of these.
 */
import { alarm_mail_factory, param_factory, param_groups } from '@parking/contract'
import type { Db } from '../core/db.ts'

export type Part = Readonly<Record<string, unknown>>
/** Keys: `camera/SN`, `scene/ID`, `setting/NAME`, `whitelist`. */
export type Parts = ReadonlyMap<string, Part>

/** Documents of `settings` that users change, with their default values until they are first written. */
const documents: Readonly<Record<string, object>> = {
  ...Object.fromEntries(param_groups.map((group) => [group, param_factory[group]])),
  business_mode: { business_mode: 0 },
  alarm_mail: alarm_mail_factory,
  basic_info: { name: '' },
  address: { province: '', city: '', district: '', detail_address: '', longitude: null, latitude: null },
}

/** Every part of the current configuration by its key. */
export function configurationRows(db: Db): Parts {
  const parts = new Map<string, Part>()
  for (const camera of db.all<Part>('SELECT * FROM camera'))
    parts.set(`camera/${camera['camera_sn']}`, camera)
  const scenes = db.all<Part & { scene_id: string }>('SELECT * FROM scene')
  for (const scene of scenes)
    parts.set(`scene/${scene.scene_id}`, {
      ...scene,
      references: db.all(
        `SELECT scene_id, taken_ms, why, picture, width, height FROM scene_reference
          WHERE scene_id = ? ORDER BY reference_id`,
        [scene.scene_id],
      ),
      ...lotsOf(db, scene.scene_id),
    })
  for (const [key, factory] of Object.entries(documents)) {
    const row = db.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', [key])
    parts.set(`setting/${key}`, { ...factory, ...(row && (JSON.parse(row.value) as Part)) })
  }
  parts.set(
    'whitelist',
    Object.fromEntries(
      db
        .all<{ address: string; comment: string }>('SELECT address, comment FROM whitelist')
        .map(({ address, comment }) => [address, comment]),
    ),
  )
  return parts
}

/** Each lot is a separate field, so that another lot of the scene may change before the undo. */
function lotsOf(db: Db, scene_id: string): Part {
  const lots = db.all<{ lot_no: string; polygon: string }>(
    `SELECT lot_no, lot_type, lot_posture, motor_num, difficult, polygon FROM lot
      WHERE scene_id = ? ORDER BY position`,
    [scene_id],
  )
  return Object.fromEntries(
    lots.map(({ lot_no, polygon, ...lot }) => [
      `lot ${lot_no}`,
      { lot_no, ...lot, polygon: JSON.parse(polygon) as unknown },
    ]),
  )
}
