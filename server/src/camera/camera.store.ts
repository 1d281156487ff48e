/**
 * Cameras in the database. Long because all queries of cameras are here.
 */
import type { Answer, CameraStep, StillsReason } from '@parking/contract'
import type { Db, Value } from '../core/db.ts'

export type CameraState = 0 | 1 | 2

export type CameraRow = {
  camera_sn: string
  camera_name: string
  ipv4: string
  onvif_port: number
  username: string
  /** Encrypted. */
  password: string
  onvif_supported: 0 | 1
  ptz_supported: 0 | 1
  camera_type: 0 | 7
  width: number
  height: number
  stream_url_main: string
  stream_url_sub: string
  frame_url: string
  bit_rate: number
  frame_rate: number
  model: string
  /** The codec of the main stream as the camera reported it, such as `H.264`. Empty if unknown. */
  codec: string
  /** The codec of the sub stream as the camera reported it. Empty if unknown. */
  codec_sub: string
  state: CameraState
  state_reason: CameraStep | ''
  state_ms: number
  create_ms: number
  /** Certificates that its encrypted connections are verified with (contract/src/core/server-trust.ts). */
  server_trust: string
  /** Its video source on its device, and how many the device has. Empty until it is measured. */
  source_token: string
  sources: number
  /** What the device reports of itself; `mac` and `endpoint` are empty if it does not. */
  serial: string
  mac: string
  endpoint: string
  /** The path of its device service; empty for the usual ones. */
  service_path: string
  /** Why its pictures come from the stream, or empty. */
  stills: StillsReason | ''
  /** Whether a user typed the addresses of its streams in place of the reported ones. */
  urls_typed: 0 | 1
}

/** The columns of a camera before it is measured by ONVIF. */
export const unmeasured = {
  codec: '',
  codec_sub: '',
  server_trust: '',
  source_token: '',
  sources: 1,
  serial: '',
  mac: '',
  endpoint: '',
  service_path: '',
  stills: '',
  urls_typed: 0,
} as const satisfies Partial<CameraRow>

const columns = [
  'camera_sn',
  'camera_name',
  'ipv4',
  'onvif_port',
  'username',
  'password',
  'onvif_supported',
  'ptz_supported',
  'camera_type',
  'width',
  'height',
  'stream_url_main',
  'stream_url_sub',
  'frame_url',
  'bit_rate',
  'frame_rate',
  'model',
  'codec',
  'codec_sub',
  'state',
  'state_reason',
  'state_ms',
  'create_ms',
  'server_trust',
  'source_token',
  'sources',
  'serial',
  'mac',
  'endpoint',
  'service_path',
  'stills',
  'urls_typed',
] as const satisfies readonly (keyof CameraRow)[]

export const cameraBySn = (db: Db, camera_sn: string): CameraRow | undefined =>
  db.get<CameraRow>('SELECT * FROM camera WHERE camera_sn = ?', [camera_sn])
export const allCameras = (db: Db): CameraRow[] =>
  db.all<CameraRow>('SELECT * FROM camera ORDER BY camera_name, camera_sn')

/** The cameras of the device at this address: one for each video source that was added. */
export const onvifAt = (db: Db, ipv4: string, onvif_port: number): CameraRow[] =>
  db.all<CameraRow>('SELECT * FROM camera WHERE ipv4 = ? AND onvif_port = ? AND onvif_supported = 1', [
    ipv4,
    onvif_port,
  ])

/** The ONVIF cameras whose device reports this serial number, by name. */
export const camerasOfSerial = (db: Db, serial: string): CameraRow[] =>
  db.all<CameraRow>(
    'SELECT * FROM camera WHERE serial = ? AND onvif_supported = 1 ORDER BY camera_name, camera_sn',
    [serial],
  )

type NewCamera = Omit<CameraRow, keyof typeof unmeasured> & Partial<CameraRow>

/** What is missing in `row`, such as in rows from before it was stored, is unknown. */
export function insertCamera(db: Db, row: NewCamera): void {
  db.run(
    `INSERT INTO camera (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`,
    { ...unmeasured, ...row },
  )
}

export function updateCamera(
  db: Db,
  camera_sn: string,
  changed: Partial<Omit<CameraRow, 'camera_sn'>>,
): void {
  const names = columns.filter((name) => name !== 'camera_sn' && name in changed)
  if (names.length === 0) return
  const assignments = names.map((name) => `${name} = :${name}`).join(', ')
  db.run(`UPDATE camera SET ${assignments} WHERE camera_sn = :camera_sn`, { ...changed, camera_sn })
}

/** Clears all ONVIF addresses before they are written again, because two cameras may swap theirs. */
export const releaseOnvifAddresses = (db: Db): void => void db.run('UPDATE camera SET onvif_supported = 0')

export const deleteCameraRow = (db: Db, camera_sn: string): boolean =>
  db.run('DELETE FROM camera WHERE camera_sn = ?', [camera_sn]).changes > 0

/** Learns the endpoint of a camera's device from discovery. */
export const learnEndpoint = (db: Db, { camera_sn }: CameraRow, endpoint: string): void =>
  void db.run('UPDATE camera SET endpoint = ? WHERE camera_sn = ?', [endpoint, camera_sn])

/** Writes why pictures come from the stream. Returns whether that changed. */
export const setStills = (db: Db, camera_sn: string, stills: StillsReason | ''): boolean =>
  db.run('UPDATE camera SET stills = ? WHERE camera_sn = ? AND stills <> ?', [stills, camera_sn, stills])
    .changes > 0

/** Writes a changed state. Returns whether it changed, so that clients are notified only of changes. */
export function setState(
  db: Db,
  camera_sn: string,
  state: CameraState,
  reason: CameraStep | '',
  now: number,
): boolean {
  const { changes } = db.run(
    `UPDATE camera SET state = :state, state_reason = :reason, state_ms = :now
     WHERE camera_sn = :camera_sn AND (state <> :state OR state_reason <> :reason)`,
    { camera_sn, state, reason, now },
  )
  return changes > 0
}

/** Number of cameras in each state. */
export function countStates(db: Db): Answer<'camera_state'> {
  const counted = db.all<{ state: CameraState; n: number }>(
    'SELECT state, count(*) AS n FROM camera GROUP BY state',
  )
  const of = (state: CameraState) => counted.find((row) => row.state === state)?.n ?? 0
  return { offline: of(0), online: of(1), error: of(2) }
}

export type ListedCamera = CameraRow & { scene_num: number; lot_num: number }

/** One page of the cameras, sorted by name. `text` is searched in name, serial number, address and model. */
export function listCameraRows(
  db: Db,
  filter: { page: number; page_size: number; state?: CameraState | undefined; text?: string | undefined },
): { total: number; list: ListedCamera[] } {
  const terms: string[] = []
  const params: Record<string, Value> = {}
  if (filter.state !== undefined) {
    terms.push('state = :state')
    params['state'] = filter.state
  }
  if (filter.text) {
    terms.push(
      `(camera_name LIKE :text ESCAPE '\\' OR camera_sn LIKE :text ESCAPE '\\'
        OR ipv4 LIKE :text ESCAPE '\\' OR model LIKE :text ESCAPE '\\')`,
    )
    params['text'] = `%${filter.text.replace(/[\\%_]/g, '\\$&')}%`
  }
  const where = terms.length > 0 ? `WHERE ${terms.join(' AND ')}` : ''
  const total = db.get<{ n: number }>(`SELECT count(*) AS n FROM camera ${where}`, params)?.n ?? 0
  const list = db.all<ListedCamera>(
    `SELECT camera.*,
       (SELECT count(*) FROM scene WHERE scene.camera_sn = camera.camera_sn) AS scene_num,
       (SELECT count(*) FROM lot JOIN scene USING (scene_id)
        WHERE scene.camera_sn = camera.camera_sn) AS lot_num
     FROM camera ${where} ORDER BY camera_name, camera_sn LIMIT :limit OFFSET :offset`,
    { ...params, limit: filter.page_size, offset: (filter.page - 1) * filter.page_size },
  )
  return { total, list }
}
