/**
 * `plant | events`: gives the database a camera with twenty lots, or prints the uuids of its events. Runs in
 * the box, on the box's own Node.
 */
import { DatabaseSync } from 'node:sqlite'

const db = new DatabaseSync('/var/lib/parking-edge/parking.db', { timeout: 5000 })

type Column = { name: string; type: string; notnull: number; dflt_value: string | null }

/** Inserts a row whose other columns are empty. */
function insert(table: string, values: Record<string, string | number>): void {
  const listed = db.prepare(`PRAGMA table_info(${table})`).all() as unknown as Column[]
  const row: Record<string, string | number | null> = Object.fromEntries(
    listed
      .filter(({ dflt_value }) => dflt_value === null)
      .map(({ name, type, notnull }) => [name, notnull ? (type === 'TEXT' ? '' : 0) : null]),
  )
  const names = Object.keys(Object.assign(row, values))
  db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(
    ...Object.values(row),
  )
}

if (process.argv[2] === 'plant') {
  insert('camera', { camera_sn: 'LAB', camera_name: 'lab', ipv4: '192.0.2.9' })
  insert('scene', {
    scene_id: 'lab',
    camera_sn: 'LAB',
    enabled: 1,
    parking_no: 'LAB',
    direction: 5,
    ref_width: 64,
    ref_height: 48,
  })
  const polygon = '[[0.1,0.1],[0.3,0.1],[0.2,0.4]]'
  for (let n = 0; n < 20; n++)
    insert('lot', { lot_no: `L${n}`, scene_id: 'lab', position: n, lot_type: 1, motor_num: 1, polygon })
} else {
  const uuids = db
    .prepare('SELECT uuid FROM event')
    .all()
    .map((row) => row['uuid'])
  const user_version = db.prepare('PRAGMA user_version').get()?.['user_version']
  const integrity_check = db.prepare('PRAGMA integrity_check').get()?.['integrity_check']
  console.log(JSON.stringify({ uuids, user_version, integrity_check }))
}
