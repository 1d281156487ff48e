/** Plants a hundred canaries on a box, through its own calls and stores if possible, and finds them again. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clipPath, picturePath } from '#src/events/record/event-paths.ts'
import { bundlePath, bundleName } from '#src/system/support-bundle/support-bundle-folder.ts'
import { makeSnapshot } from '#src/system/restore/snapshot.ts'
import type { Device } from '../../device.ts'
import { storeEvent } from '../../events/event-device.ts'

const many = (n: number, prefix: string) =>
  Array.from({ length: n }, (_, at) => `${prefix}${String(at).padStart(2, '0')}q7x`)

/** Needs a box filled by `fillBox`. Returns the planted texts; the last eight exist only encrypted. */
export async function plant(box: Device, admin: string): Promise<string[]> {
  const { db, log_writer, folder, log, media, now } = box.deps
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `\u0000\u00ff${text}\u0000`)
  }
  const users = many(10, 'canaryuser')
  for (const username of users) await box.call('add_user', { username, name: '', role: 'viewer' }, admin)
  const comments = many(10, 'canarylist')
  await box.call(
    'add_whitelist',
    { list: comments.map((comment, at) => ({ address: `10.9.8.${at}`, comment })), confirmed: true },
    admin,
  )
  const [name, address] = ['canarynameq7x', 'canarystreetq7x']
  await box.call('set_basic_info', { name }, admin)
  await box.call(
    'set_address',
    { province: '', city: '', district: '', detail_address: address, longitude: 113.9, latitude: 22.5 },
    admin,
  )
  const sealed = many(8, 'canarysecret')
  await box.call(
    'update_platform_param',
    { extra_info: JSON.stringify(Object.fromEntries(sealed.map((one, at) => [`app_secret_${at}`, one]))) },
    admin,
  )

  const plates = many(30, 'CNRY')
  const [pictures, clips] = [many(15, 'canarypicture'), many(3, 'canaryclip')]
  for (const [at, plate_number] of plates.entries()) {
    const uuid = `33333333-3333-4333-8333-3333333333${String(at).padStart(2, '0')}`
    db.transaction(() =>
      storeEvent(db, now(), {
        uuid,
        plate_number,
        confidence: 0.9,
        pictures: [{ kind: 'image', width: 1, height: 1, bytes: 3, sha256: new Uint8Array(32) }],
      }),
    )
    const below = (path: string) => join(media.folder, path).slice(folder.length + 1)
    if (pictures[at]) put(below(picturePath(now(), uuid, 0)), pictures[at])
    if (clips[at]) put(below(clipPath(now(), uuid)), clips[at])
  }
  makeSnapshot(box.deps, 'update')

  const spool = many(5, 'canaryspool')
  for (const [at, text] of spool.entries()) put(`spool/${at}.jpg`, text)
  const lines = many(12, 'canaryline')
  for (const text of lines.slice(0, 6)) log_writer.audit('INFO', text, { what: 'call' })
  for (const text of lines.slice(6)) log.warn({ log_type: 1 }, text)
  log_writer.flush()
  box.deps.audit_chain.head()
  const elsewhere = ['canaryvpnq7x', 'canarytlsq7x', 'canarybundleq7x', 'canaryhalfq7x', 'canarystrayq7x']
  for (const [at, path] of [
    'root/vpn-install',
    'tls/imported.key',
    bundlePath('', bundleName(now(), '00000000')).replace(/^\//, ''),
    'parking.db.incoming',
    'a folder/of another time',
  ].entries())
    put(path, elsewhere[at]!)
  return [
    ...users,
    ...comments,
    name,
    address,
    ...plates,
    ...pictures,
    ...clips,
    ...spool,
    ...lines,
    ...elsewhere,
    ...sealed,
  ]
}

/** The canaries that a file in the folder holds: as UTF-8, UTF-16, base64 at any offset, or hexadecimal. */
export function remains(folder: string, canaries: readonly string[]): string[] {
  const contents = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => [
      Buffer.from(join(entry.parentPath, entry.name)),
      readFileSync(join(entry.parentPath, entry.name)),
    ])
  return canaries.filter((canary) => {
    const needles = needlesOf(canary)
    return contents.some((content) => needles.some((needle) => content.includes(needle)))
  })
}

function needlesOf(canary: string): Buffer[] {
  const plain = Buffer.from(canary)
  const wide = Buffer.from(canary, 'utf16le')
  // Only whole groups of three bytes are independent of the text before and after.
  const base64 = [0, 1, 2].map((skip) => {
    const part = plain.subarray(skip, skip + Math.floor((plain.length - skip) / 3) * 3)
    return Buffer.from(part.toString('base64'))
  })
  return [plain, wide, Buffer.from(wide).swap16(), Buffer.from(plain.toString('hex')), ...base64]
}
