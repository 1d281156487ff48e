/**
 * A database as the version before the change log left it (migrations up to 0034): every kind of entry of the
 * history and of act, for the tests of migration 0035.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { event_status, param_factory, type ChangeKind } from '@parking/contract'
import { configurationRows } from '#src/changes/configuration-rows.store.ts'
import { eventRows, packRows } from '#src/changes/events/event-rows.store.ts'
import { changedParts } from '#src/changes/parts.ts'
import { openDatabase, type Db, type Value } from '#src/core/db.ts'
import { openSecrets } from '#src/core/secrets.ts'
import { placeId } from '#src/events/record/event.store.ts'
import { planted_camera, plantScene } from '../events/event-device.ts'

export const deleted_uuid = '33333333-3333-4333-8333-333333333333'
export const old_secret = 'Canary-of-last-year'
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))
const day_ms = 86_400_000

/** Makes the data folder of a device of that version. */
export function writeLastVersion(folder: string, now: number): void {
  const older = mkdtempSync(join(tmpdir(), 'parking-migrations-'))
  for (const name of readdirSync(migrations))
    if (name < '0035') copyFileSync(join(migrations, name), join(older, name))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = openDatabase(join(folder, 'parking.db'), older)
  insertKnown(db, 'camera', planted_camera)
  plantScene(db)
  writeHistory(db, now, openSecrets(folder).seal(old_secret))
  writeActs(db, now)
  db.close()
  rmSync(older, { recursive: true, force: true })
}

/** Inserts the values of a row whose columns the table of that version has. */
export function insertKnown(db: Db, table: 'camera' | 'event', row: Readonly<Record<string, Value>>): void {
  const columns = db
    .all<{ name: string }>('SELECT name FROM pragma_table_info(?)', [table])
    .flatMap(({ name }) => (name in row ? [name] : []))
  db.run(
    `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
    columns.map((name) => row[name] ?? null),
  )
}

function writeHistory(db: Db, now: number, sealed: string): void {
  const { alg_param, event_param, storage_param } = param_factory
  const camera = { camera_sn: 'SN-0001', camera_name: '东门 1', ipv4: '127.0.0.1', onvif_port: 80 }
  const scene = { scene_id: 'scene-1', camera_sn: 'SN-0001', parking_no: 'P-1', enabled: 1 }
  const lot = { lot_type: 1, lot_posture: 0, motor_num: 1, difficult: 0 }
  const place = { province: '广东', city: '深圳' }
  const entries: [call: string, section: string, subject: string, before: object, after: object][] = [
    ['update_alg_param', 'alg_param', '', alg_param, { ...alg_param, cover_th: 0.45 }],
    ['update_storage_param', 'storage_param', '', storage_param, { ...storage_param, password: sealed }],
    ['update_all_param', 'alg_param', '', { ...alg_param, cover_th: 0.45 }, alg_param],
    ['update_all_param', 'event_param', '', event_param, { ...event_param, video_fps: 10 }],
    ['add_onvif_camera', 'camera', '东门 1', {}, { ...camera, password: '******' }],
    ['update_onvif_camera', 'camera', '东门 9', camera, { ...camera, camera_name: '东门 9' }],
    ['add_update_scene', 'scene', 'P-1', scene, { ...scene, 'lot A01': lot }],
    ['set_address', 'basic_info', '', { city: '' }, place],
    [
      'set_business_mode',
      'business_mode',
      '',
      { business_mode: 2 },
      { business_mode: 0, snapshot: 'mode-1' },
    ],
  ]
  for (const [at, [call, section, subject, before, after]] of entries.entries())
    db.run(
      `INSERT INTO param_history
         (timestamp_ms, who, address, call, section, subject, before, after, restored_from)
       VALUES (?, 'admin', '192.0.2.7', ?, ?, ?, ?, ?, ?)`,
      [
        // The two groups of `update_all_param` are one request.
        now - day_ms + (call === 'update_all_param' ? 0 : at),
        call,
        section,
        subject,
        JSON.stringify(before),
        JSON.stringify(after),
        call === 'update_all_param' && section === 'alg_param' ? 1 : null,
      ],
    )
}

/** One act of each kind: an undone and an expired one, and a camera and an event that can be brought back. */
function writeActs(db: Db, now: number): void {
  const act = (kind: ChangeKind, call: string, more: Record<string, string | number> = {}) => {
    const row = {
      at_ms: now - day_ms / 2,
      done_by: 'admin',
      call,
      kind,
      names: '["东门 1"]',
      counts: '{"fields":2}',
      gaps: '[]',
      parts: '',
      until_ms: now + day_ms,
      ...more,
    }
    const names = Object.keys(row)
    return Number(
      db.run(`INSERT INTO act (${names.join()}) VALUES (:${names.join(', :')})`, row).lastInsertRowid,
    )
  }
  act('change_scene', 'add_update_scene')
  act('change_params', 'update_alg_param')
  act('business_mode', 'set_business_mode', { until_ms: now - 1 })
  act('import', 'apply_import', { gaps: '["clock"]' })
  act('restore', 'restore', { gaps: '["beyond_settings"]' })
  act('undo', 'delete_scene')
  act('delete_scene', 'delete_scene', { undone_ms: now - 1, undone_by: 'operator' })
  const event_id = plantEvent(db, now)
  const rows = packRows(eventRows(db, event_id)!)
  db.run('DELETE FROM event WHERE event_id = ?', [event_id])
  const events = act('delete_events', 'delete_parking_event', { counts: '{"events":1}' })
  db.run('INSERT INTO act_event VALUES (?, ?, ?)', [events, deleted_uuid, rows])
  const before = configurationRows(db)
  db.run('DELETE FROM camera')
  const parts = JSON.stringify(changedParts(before, configurationRows(db)))
  act('delete_camera', 'delete_camera', { parts, counts: '{"cameras":1,"scenes":1,"lots":2}' })
}

function plantEvent(db: Db, now: number): number {
  const place = {
    parking_no: 'P-1',
    camera_sn: 'SN-0001',
    camera_name: '东门 1',
    scene_id: 'scene-1',
    lot_no: 'A01',
  }
  insertKnown(db, 'event', {
    uuid: deleted_uuid,
    event_ms: now - day_ms,
    create_ms: now - day_ms,
    place_id: placeId(db, place),
    event_type: 1,
    plate_number: '粤B12345',
    plate_key: '粤B12345',
    plate_color: 'blue',
    confidence: 0.9,
    status: event_status.awaiting_processing,
    reason: 'taken_in',
    comment: '',
    next_try_ms: now - day_ms,
    to_check: 0,
  })
  return db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [deleted_uuid])!.event_id
}
