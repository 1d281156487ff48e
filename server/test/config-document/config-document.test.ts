/** The configuration as a document: written, read back, previewed in facts, applied whole or not at all, and refused with the field named. Long because every way in which a file can be wrong is tried on one device. */
import { readFileSync, readdirSync } from 'node:fs'
import { code, type Answer, type Body } from '@parking/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findScenes, saveScene } from '#src/camera/scene.store.ts'
import { checksumOf, printed } from '#src/config-document/canonical.ts'
import { storedConfiguration } from '#src/config-document/current.ts'
import { upgraded } from '#src/config-document/versions.ts'
import { listSnapshots } from '#src/system/restore/snapshot.ts'
import { openDevice, type Device } from '../device.ts'
import { fillBox, secret } from '../system/restore-device.ts'

const passphrase = '口令-kerbside-2026-雨'
let box: Device
let admin: string
beforeAll(async () => {
  box = await openDevice()
  admin = (await fillBox(box)).admin
  await box.call(
    'update_storage_param',
    { protocol: 4, endpoint: 'http://127.0.0.1:9000', username: 'edge', password: 'canary-storage' },
    admin,
  )
  box.deps.db.run('UPDATE camera SET password = ?', [box.deps.secrets.seal('canary-camera')])
})
afterAll(() => box.close())
beforeEach(() => box.wait(1_000))

type Previewed = Answer<'preview_import'>
type Tree = { [key: string]: Tree } & { list: Tree[] }
const exported = async (secrets: Body<'export_document'>['secrets'] = 'left_out') =>
  (await box.call('export_document', { secrets, passphrase: secrets === 'wrapped' ? passphrase : '' }, admin))
    .data
const preview = (content: string, word = '', token = admin) =>
  box.call('preview_import', { content, passphrase: word }, token)
const apply = (
  token: string,
  sections: Body<'apply_import'>['sections'],
  more: { confirmed?: boolean; as?: string } = {},
) =>
  box.call(
    'apply_import',
    { token, sections, ...(more.confirmed === undefined ? {} : { confirmed: more.confirmed }) },
    more.as ?? admin,
  )
/** The file with something else in it, and a checksum that is right again. */
function altered(content: string, change: (document: Tree) => void): string {
  const document = JSON.parse(content) as Tree
  change(document)
  return printed({ ...document, checksum: checksumOf(document) })
}
const sectionOf = (told: Previewed, name: string) => told.sections.find(({ section }) => section === name)

describe('the file', () => {
  test('the same configuration gives the same bytes; no secret is in it, nor in the log; it says what it is', async () => {
    const [one, other] = [await exported(), await exported()]
    expect(one.content).toBe(other.content)
    expect(JSON.parse(one.content)).toMatchObject({
      format: 'parking-edge-configuration',
      version: 1,
      made: { software: '0.0.0-test', time: expect.any(String) },
      secrets: { kind: 'left_out' },
    })
    expect(one.content).not.toMatch(/canary/)
    expect(one.file_name).toMatch(/^parking-[A-Za-z0-9-]+\.parking\.json$/)
    const wrapped = await exported('wrapped')
    expect(wrapped.content).not.toMatch(/canary/)
    expect(wrapped.secrets).toBe(3)
    expect(JSON.parse(wrapped.content)).toMatchObject({
      secrets: { kdf: 'argon2id', cipher: 'aes-256-gcm', memory_kib: 65_536 },
    })
    expect(box.logged()).not.toMatch(/canary|kerbside/)
    const [row] = (await box.call('log', { page: 1, page_size: 1, type: 2 }, admin)).data.list
    expect(row?.content).toContain('export_document')
    expect(JSON.stringify(row)).not.toMatch(/canary|kerbside/)
  })

  test('a passphrase must be long and not one key again and again; only an administrator takes the file', async () => {
    for (const [word, issue] of [
      ['short', 'too_short'],
      ['a1a1a1a1a1a1a1', 'passphrase_simple'],
      ['x'.repeat(129), 'too_long'],
    ] as const) {
      expect(
        (await box.call('export_document', { secrets: 'wrapped', passphrase: word }, admin)).data,
      ).toMatchObject([{ field: 'passphrase', issue }])
    }
    for (const role of ['operator', 'viewer'] as const) {
      const token = await box.tokenOf(role)
      expect((await box.call('export_document', { secrets: 'left_out', passphrase: '' }, token)).code).toBe(
        code.permission_denied,
      )
      expect((await preview('{}', '', token)).code).toBe(code.permission_denied)
    }
  })
})

describe('what it would change', () => {
  test('nothing where nothing is different', async () => {
    const told = (await preview((await exported()).content)).data
    expect(told.sections.flatMap(({ changes }) => changes)).toEqual([])
    expect(told.warnings).toEqual([])
    expect(told).toMatchObject({ same_device: true, secrets: 'left_out', version: 1 })
  })

  test('in facts: a lot moved by pixels, one renamed, one added, a heartbeat, a camera, a day, a mail address; and it is back after the import', async () => {
    const { content } = await exported('wrapped')
    const before = storedConfiguration(box.deps)
    const [scene] = findScenes(box.deps.db)
    const [first, second] = scene!.lots
    const by = (x: number) =>
      first!.polygon.map(([at, y]) => [at + x / scene!.row.ref_width, y] as [number, number])
    saveScene(box.deps.db, scene!.row, [
      { ...first!, polygon: by(14), difficult: 2 },
      { ...second!, lot_no: 'B77' },
      { ...first!, lot_no: 'NEW', polygon: by(7) },
    ])
    await box.call(
      'update_platform_param',
      { heartbeat_interval: 30, extra_info: '{"app_secret":"other"}' },
      admin,
    )
    await box.call('update_storage_param', { password: 'another' }, admin)
    await box.call(
      'update_schedule_param',
      { plans: [{ days: [6], range: { start: '08:00:00', end: '11:59:59' }, type: 2 }] },
      admin,
    )
    await box.call(
      'update_alarm_param',
      { email_server: '127.0.0.1:25', to_email: ['duty@example.com'] },
      admin,
    )
    box.deps.db.run("UPDATE camera SET camera_name = '南门'")
    const told = (await preview(content, passphrase)).data
    expect(told.secrets).toBe('opened')
    const changes = (name: string) => sectionOf(told, name)?.changes
    expect(changes('platform_param')).toEqual([
      { kind: 'value', field: 'heartbeat_interval', before: 30, after: 60 },
      { kind: 'secret', field: 'extra_info', what: 'changed' },
    ])
    expect(changes('storage_param')).toEqual([{ kind: 'secret', field: 'password', what: 'changed' }])
    expect(changes('schedule_param')).toEqual([
      { kind: 'day', day: 6, before: [{ start: '08:00:00', end: '11:59:59', type: 2 }], after: [] },
    ])
    expect(changes('alarm_param')).toEqual([
      { kind: 'value', field: 'email_server', before: '127.0.0.1:25', after: '' },
      { kind: 'entry', what: 'removed', value: 'duty@example.com' },
    ])
    expect(changes('cameras')).toEqual([
      { kind: 'camera_value', camera_name: '南门', field: 'camera_name', before: '南门', after: '东门 1' },
    ])
    expect(changes('scenes')).toEqual([
      { kind: 'lot_renamed', camera_name: '东门 1', before: 'B77', after: 'A02' },
      { kind: 'lot', what: 'removed', camera_name: '东门 1', lot_no: 'NEW' },
      { kind: 'lot_moved', camera_name: '东门 1', lot_no: 'A01', px: 14 },
      { kind: 'lot_value', camera_name: '东门 1', lot_no: 'A01', field: 'difficult', before: 2, after: 0 },
    ])
    expect(told.warnings).toEqual([{ warning: 'lots_removed', section: 'scenes', names: ['NEW'], count: 1 }])
    expect(JSON.stringify(told)).not.toMatch(/canary|another|other"/)
    let told_of = 0
    box.deps.bus.subscribe('config', () => void told_of++)
    const done = await apply(told.token, [
      'platform_param',
      'storage_param',
      'schedule_param',
      'alarm_param',
      'cameras',
      'scenes',
    ])
    expect(done).toMatchObject({
      code: code.success,
      data: { snapshot: expect.stringMatching(/^import-\d{8}-\d{6}/), needs_password: [] },
    })
    expect(told_of).toBeGreaterThan(0)
    expect(storedConfiguration(box.deps)).toEqual(before)
    expect(listSnapshots(box.folder)[0]).toMatchObject({ name: done.data.snapshot, why: 'import' })
    const [row] = (await box.call('log', { page: 1, page_size: 1, type: 2 }, admin)).data.list
    expect(JSON.stringify(row)).toContain(done.data.snapshot)
    const history = (await box.call('param_history', { page: 1, page_size: 20 }, admin)).data.list.filter(
      (entry) => entry.call === 'apply_import',
    )
    expect(new Set(history.map(({ section }) => section))).toEqual(
      new Set(['platform_param', 'storage_param', 'schedule_param', 'alarm_param', 'camera', 'scene']),
    )
    expect(JSON.stringify(history)).not.toMatch(/canary/)
    expect((await apply(told.token, ['alg_param'])).data).toMatchObject({ reason: 'preview_gone' })
  })

  test('of what was chosen alone; a camera that goes takes its scenes, a camera that comes without its password is marked', async () => {
    const { content } = await exported()
    const wanted = altered(content, ({ sections }) => {
      Object.assign(sections!['alg_param']!, { track_seconds: 17 })
      Object.assign(sections!['device']!, { name: '北门' })
      Object.assign(sections!['cameras']!.list[0]!, {
        camera_sn: 'SN-0002',
        camera_name: '北门 1',
        ipv4: '192.0.2.9',
      })
      sections!['scenes']!.list[0]!['camera_sn'] = 'SN-0002' as never
      sections!['scenes']!.list[0]!.list?.splice(0)
    })
    const told = (await preview(wanted)).data
    expect(sectionOf(told, 'cameras')?.changes).toMatchObject([
      { kind: 'camera', what: 'removed', camera_sn: 'SN-0001', lot_num: 2 },
      { kind: 'camera', what: 'added', camera_sn: 'SN-0002', lot_num: 2 },
    ])
    expect(sectionOf(told, 'scenes')).toMatchObject({
      needs: ['cameras'],
      changes: [{ kind: 'scene_value', field: 'camera_sn', before: '东门 1', after: '北门 1' }],
    })
    expect(told.warnings).toEqual([
      { warning: 'cameras_removed', section: 'cameras', names: ['东门 1'], count: 1 },
      { warning: 'camera_needs_password', section: 'cameras', names: ['北门 1'], count: 1 },
    ])
    expect((await apply(told.token, ['scenes'])).data).toMatchObject([
      { field: 'sections.scenes.list.0.camera_sn', issue: 'not_found' },
    ])
    expect((await apply(told.token, ['alg_param', 'cameras', 'scenes'])).data).toMatchObject({
      applied: [
        { section: 'alg_param', total: 1 },
        { section: 'cameras', total: 2 },
        { section: 'scenes', total: 1 },
      ],
      needs_password: ['北门 1'],
    })
    expect((await box.call('get_alg_param', {}, admin)).data.track_seconds).toBe(17)
    expect((await box.call('get_basic_info', {}, admin)).data.name).toBe('深南大道-01')
    expect((await box.call('list_cameras', { page: 1, page_size: 9 }, admin)).data.list).toMatchObject([
      { camera_sn: 'SN-0002', state: 2, state_reason: 'signin', password_set: false, lot_num: 2 },
    ])
    const back = (await preview(content)).data
    expect(back.warnings.map(({ warning }) => warning)).toEqual(['cameras_removed', 'camera_needs_password'])
    expect((await apply(back.token, ['alg_param', 'cameras', 'scenes'])).code).toBe(code.success)
    box.deps.db.run('UPDATE camera SET password = ?', [box.deps.secrets.seal('canary-camera')])
  })

  test('another mode clears the scenes unless the file brings some; a list that shuts the caller out has to be meant', async () => {
    const { content } = await exported()
    const motorcycles = altered(content, ({ sections }) => {
      Object.assign(sections!['business_mode']!, { business_mode: 2 })
      Object.assign(sections!['whitelist']!, { list: [{ address: '198.51.100.0/24', comment: '' }] })
    })
    const told = (await box.call('preview_import', { content: motorcycles, passphrase: '' }, admin)).data
    expect(told.warnings.map(({ warning }) => warning)).toEqual(['mode_clears_scenes'])
    expect((await apply(told.token, ['business_mode'])).code).toBe(code.success)
    expect(findScenes(box.deps.db)).toEqual([])
    const back = (await preview(content)).data
    expect(sectionOf(back, 'scenes')?.changes).toMatchObject([{ kind: 'scene', what: 'added', lot_num: 2 }])
    expect((await apply(back.token, ['business_mode', 'scenes'])).code).toBe(code.success)
    expect(findScenes(box.deps.db)[0]?.lots).toHaveLength(2)
    expect((await box.call('get_whitelist', {}, admin)).data.list.map(({ address }) => address)).toEqual([
      '203.0.113.0/24',
    ])
  })

  test('secrets stay closed without the passphrase, and those of the device are kept', async () => {
    const told = (await preview((await exported('wrapped')).content)).data
    expect(told).toMatchObject({ secrets: 'locked', warnings: [{ warning: 'secrets_locked' }] })
    expect((await apply(told.token, ['storage_param', 'cameras', 'platform_param'])).code).toBe(code.success)
    const kept = JSON.stringify(storedConfiguration(box.deps).secrets)
    for (const one of ['canary-storage', 'canary-camera', secret]) expect(kept).toContain(one)
  })
})

describe('refused as a whole, the old configuration stays', () => {
  const wrong: [string, (content: string) => string, object][] = [
    [
      'half a file',
      (content) => content.slice(0, content.length / 2),
      { field: 'content', issue: 'document_cut' },
    ],
    ['something else', () => '{"hello":"world"}', { field: 'content', issue: 'document_foreign' }],
    ['no JSON at all', () => 'PK\u0003\u0004', { field: 'content', issue: 'document_foreign' }],
    [
      'a newer version',
      (content) => altered(content, (document) => Object.assign(document, { version: 7 })),
      { field: 'content', issue: 'document_newer', limit: 7 },
    ],
    [
      'written into',
      (content) => content.replace('深南大道-01', '深南大道-02'),
      { field: 'content', issue: 'document_changed' },
    ],
    [
      'a value out of range',
      (content) =>
        altered(content, ({ sections }) =>
          Object.assign(sections!['platform_param']!, { heartbeat_interval: 3 }),
        ),
      { field: 'sections.platform_param.heartbeat_interval', issue: 'too_small', limit: 5 },
    ],
    [
      'an unknown field',
      (content) => altered(content, ({ sections }) => Object.assign(sections!['alg_param']!, { magic: 1 })),
      { field: 'sections.alg_param.magic', issue: 'unknown_field' },
    ],
    [
      'an unknown section',
      (content) => altered(content, ({ sections }) => Object.assign(sections!, { users: {} })),
      { field: 'sections.users', issue: 'unknown_field' },
    ],
    [
      'a wrong type',
      (content) =>
        altered(content, ({ sections }) =>
          Object.assign(sections!['event_param']!, { video_enabled: 'yes' }),
        ),
      { field: 'sections.event_param.video_enabled', issue: 'type' },
    ],
    [
      'a rule between fields',
      (content) =>
        altered(content, ({ sections }) => Object.assign(sections!['alg_param']!, { event_th: 0.9 })),
      { field: 'sections.alg_param.auto_event_th', issue: 'too_small' },
    ],
    [
      'a lot twice',
      (content) =>
        altered(content, ({ sections }) =>
          Object.assign(sections!['scenes']!.list[0]!['lots']!, {
            1: sections!['scenes']!.list[0]!['lots']![0 as never],
          }),
        ),
      { field: 'sections.scenes.list.0.lots.1.lot_no', issue: 'duplicate' },
    ],
    [
      'a scene of nobody',
      (content) =>
        altered(content, ({ sections }) =>
          Object.assign(sections!['scenes']!.list[0]!, { camera_sn: 'SN-9' }),
        ),
      { field: 'sections.scenes.list.0.camera_sn', issue: 'not_found' },
    ],
    [
      'a camera twice',
      (content) =>
        altered(
          content,
          ({ sections }) =>
            void sections!['cameras']!.list.push(
              Object.assign({}, sections!['cameras']!.list[0], { ipv4: '192.0.2.77' }),
            ),
        ),
      { field: 'sections.cameras.list.1.camera_sn', issue: 'duplicate' },
    ],
    [
      'a forbidden address',
      (content) =>
        altered(content, ({ sections }) =>
          Object.assign(sections!['cameras']!.list[0]!, { ipv4: '169.254.169.254' }),
        ),
      { field: 'sections.cameras.list.0.ipv4', issue: 'url_forbidden' },
    ],
    [
      'a day that overlaps',
      (content) =>
        altered(content, ({ sections }) =>
          Object.assign(sections!['schedule_param']!, {
            plans: [1, 2].map(() => ({ days: [1], range: { start: '08:00:00', end: '09:00:00' }, type: 1 })),
          }),
        ),
      { field: 'sections.schedule_param.plans', issue: 'overlap' },
    ],
    [
      'nested without end',
      (content) =>
        `${content.slice(0, content.lastIndexOf('}'))},"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      { field: 'content', issue: 'document_foreign' },
    ],
    [
      'a key that is none',
      (content) => altered(content, () => undefined).replace('{', '{"__proto__":{"version":1},'),
      { field: 'content', issue: 'document_changed' },
    ],
  ]
  test.each(wrong)('%s', async (_, spoil, issue) => {
    const before = JSON.stringify(storedConfiguration(box.deps))
    const answer = await preview(spoil((await exported()).content))
    expect(answer.code).toBe(code.format_error)
    expect(answer.data).toContainEqual(expect.objectContaining(issue))
    expect(JSON.stringify(storedConfiguration(box.deps))).toBe(before)
  })

  test('the wrong passphrase; a file of more than four megabytes', async () => {
    expect((await preview((await exported('wrapped')).content, 'not this passphrase')).data).toEqual([
      { field: 'passphrase', issue: 'passphrase_wrong' },
    ])
    expect((await preview('x'.repeat(4 * 1024 * 1024 + 1))).data).toMatchObject([
      { field: 'content', issue: 'too_long' },
    ])
    expect((await preview('é'.repeat(3 * 1024 * 1024))).data).toMatchObject([
      { field: 'content', issue: 'too_long' },
    ])
  })

  test('a change meanwhile, somebody else, and a preview that is too old: look again', async () => {
    const content = altered((await exported()).content, ({ sections }) =>
      Object.assign(sections!['alg_param']!, { track_seconds: 33 }),
    )
    const told = (await preview(content)).data
    const other = await box.tokenOf('admin')
    box.deps.db.run("UPDATE users SET role = 'admin' WHERE username = 'viewer'")
    expect((await apply(told.token, ['alg_param'], { as: await box.tokenOf('viewer') })).data).toMatchObject({
      reason: 'preview_gone',
    })
    expect(other).not.toBe(admin)
    await box.call('update_alg_param', { track_step: 9 }, admin)
    expect((await apply(told.token, ['alg_param'])).data).toMatchObject({ reason: 'changed_meanwhile' })
    expect((await box.call('get_alg_param', {}, admin)).data).toMatchObject({
      track_seconds: 10,
      track_step: 9,
    })
    const again = (await preview(content)).data
    box.wait(16 * 60_000)
    expect((await apply(again.token, ['alg_param'])).data).toMatchObject({ reason: 'preview_gone' })
    const left = (await preview(content)).data
    await box.call('forget_import', { token: left.token }, admin)
    expect((await apply(left.token, ['alg_param'])).data).toMatchObject({ reason: 'preview_gone' })
  })
})

describe('every version of the file is read for ever', () => {
  const folder = new URL('./', import.meta.url)
  test.each(readdirSync(folder).filter((name) => /^config-v\d+\.json$/.test(name)))('%s', async (name) => {
    const told = await preview(readFileSync(new URL(name, folder), 'utf8'), 'config of version one')
    expect(told).toMatchObject({ code: code.success, data: { secrets: 'opened', version: 1 } })
    expect(sectionOf(told.data, 'scenes')?.changes.length).toBeGreaterThan(0)
    const sections = told.data.sections
      .filter(({ importable, section }) => importable && section !== 'time')
      .map(({ section }) => section) as Body<'apply_import'>['sections']
    expect((await apply(told.data.token, sections, { confirmed: true })).code).toBe(code.success)
  })

  test('step by step: a chain leads from any version to the newest, and a missing link is a fault of ours', () => {
    const steps = {
      1: (document: object) => ({ ...document, a: 1 }),
      2: (document: object) => ({ ...document, b: 2 }),
    }
    expect(upgraded({ version: 1 }, 1, 3, steps)).toEqual({ version: 3, a: 1, b: 2 })
    expect(upgraded({ version: 2 }, 2, 3, steps)).toEqual({ version: 3, b: 2 })
    expect(() => upgraded({ version: 1 }, 1, 4, steps)).toThrow(/version 3/)
  })
})
