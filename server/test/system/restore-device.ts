/** A box with data of every kind, for tests of the factory restore, and what is left on its disk. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDatabase, type Db } from '#src/core/db.ts'
import { picturePath } from '#src/events/record/event-paths.ts'
import { openSecrets } from '#src/core/secrets.ts'
import { listSnapshots } from '#src/system/restore/snapshot.ts'
import { migrations, type Device } from '../device.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'

export const secret = 'canary-7f3a-secret'
export const old_network = '203.0.113.0/24'
const sent = '11111111-1111-4111-8111-111111111111'
const unsent = '22222222-2222-4222-8222-222222222222'

/**
 * Two users, a camera with a scene and its picture, parameters with a secret, a sent and an unsent event with
 * pictures, a whitelist.
 */
export async function fillBox(box: Device): Promise<{ admin: string; viewer: string; host_sn: string }> {
  const { db, media, now } = box.deps
  const [admin, viewer] = [await box.tokenOf('admin'), await box.tokenOf('viewer')]
  plantLots(db)
  const put = (path: string) => {
    mkdirSync(dirname(join(media.folder, path)), { recursive: true })
    writeFileSync(join(media.folder, path), `picture ${path}`)
  }
  put('cameras/SN-0001/last.jpg')
  put('cameras/SN-0001/scene-1-1.jpg')
  db.run("UPDATE scene SET ref_picture = 'cameras/SN-0001/scene-1-1.jpg'")
  for (const [uuid, status] of [
    [sent, 2],
    [unsent, 0],
  ] as const) {
    db.transaction(() =>
      storeEvent(db, now(), {
        uuid,
        confidence: 0.9,
        pictures: [{ kind: 'image', width: 1, height: 1, bytes: 3, sha256: new Uint8Array(32) }],
      }),
    )
    db.run('UPDATE event SET status = ? WHERE uuid = ?', [status, uuid])
    put(picturePath(now(), uuid, 0))
  }
  await box.call('set_basic_info', { name: '深南大道-01' }, admin)
  await box.call('update_platform_param', { extra_info: JSON.stringify({ app_secret: secret }) }, admin)
  await box.call(
    'add_whitelist',
    { list: [{ address: old_network, comment: 'office' }], confirmed: true },
    admin,
  )
  const { host_sn } = (await box.call('get_basic_info', {}, admin)).data
  return { admin, viewer, host_sn }
}

export type Left = {
  users: string[]
  sessions: number
  cameras: number
  scenes: number
  lots: number
  name: string
  secret: string
  events: number
  tally: number
  created: number
  whitelist: string[]
  settings: string[]
  serial: string
  logs: string[]
  pictures: string[]
  snapshots: { why: string; pictures: number }[]
  plan: boolean
  halves: string[]
}

/** Reads the disk directly, as an attacker who has it would. */
export function leftIn(folder: string): Left {
  const db = openDatabase(join(folder, 'parking.db'), migrations)
  try {
    return look(folder, db)
  } finally {
    db.close()
  }
}

function look(folder: string, db: Db): Left {
  const count = (table: string) => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0
  const setting = (key: string): Record<string, string> =>
    JSON.parse(
      db.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', [key])?.value ?? '{}',
    ) as Record<string, string>
  const files = (at: string) =>
    existsSync(at)
      ? readdirSync(at, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1))
          .sort()
      : []
  return {
    users: db
      .all<{ username: string }>('SELECT username FROM users ORDER BY username')
      .map((row) => row.username),
    sessions: count('sessions'),
    cameras: count('camera'),
    scenes: count('scene'),
    lots: count('lot'),
    name: setting('basic_info')['name'] ?? '',
    secret: openSecrets(folder).open(setting('platform_param')['extra_info'] ?? ''),
    events: count('event'),
    tally: db.get<{ n: number | null }>('SELECT sum(n) AS n FROM event_tally')?.n ?? 0,
    created: db.get<{ created: number }>('SELECT created FROM event_ledger')?.created ?? -1,
    whitelist: db.all<{ address: string }>('SELECT address FROM whitelist').map((row) => row.address),
    settings: db.all<{ key: string }>('SELECT key FROM settings ORDER BY key').map((row) => row.key),
    serial: setting('serial')['host_sn'] ?? '',
    logs: db
      .all<{ content: string }>('SELECT content FROM log WHERE type = 2 ORDER BY id')
      .map((row) => row.content),
    pictures: files(join(folder, 'media')),
    snapshots: listSnapshots(folder).map(({ name, why }) => ({
      why,
      pictures: files(join(folder, 'snapshots', name, 'media')).length,
    })),
    plan: existsSync(join(folder, 'restore.json')),
    halves: readdirSync(folder).filter((name) => /incoming|\.new|\.part/.test(name)),
  }
}
