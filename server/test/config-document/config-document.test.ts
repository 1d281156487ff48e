/**
 * The configuration file: written, read back, previewed as facts, and applied as a whole or not at all.
 * Long because one box is exported, changed and restored step by step.
 */
import { code } from '@parking/contract'
import { describe, expect, test } from 'vitest'
import { findScenes, saveScene } from '#src/camera/scene.store.ts'
import { storedConfiguration } from '#src/config-document/current.ts'
import { listSnapshots } from '#src/system/restore/snapshot.ts'
import { secret } from '../system/restore-device.ts'
import {
  admin,
  altered,
  apply,
  box,
  exported,
  passphrase,
  preview,
  sectionOf,
  openConfiguredBox,
} from './configured-box.ts'

openConfiguredBox()

describe('the file', () => {
  test('the same configuration gives the same bytes; neither they nor the log hold a secret', async () => {
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

  test('a passphrase must be long and varied; only an administrator may export', async () => {
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
  test('reports nothing if nothing differs', async () => {
    const previewed = (await preview((await exported()).content)).data
    expect(previewed.sections.flatMap(({ changes }) => changes)).toEqual([])
    expect(previewed.warnings).toEqual([])
    expect(previewed).toMatchObject({ same_device: true, secrets: 'left_out', version: 1 })
  })

  test('reports each difference as a fact, and applies all of them', async () => {
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
    const previewed = (await preview(content, passphrase)).data
    expect(previewed.secrets).toBe('opened')
    const changes = (name: string) => sectionOf(previewed, name)?.changes
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
    expect(previewed.warnings).toEqual([
      { warning: 'lots_removed', section: 'scenes', names: ['NEW'], count: 1 },
    ])
    expect(JSON.stringify(previewed)).not.toMatch(/canary|another|other"/)
    let notified = 0
    box.deps.bus.subscribe('config', () => void notified++)
    const done = await apply(previewed.token, [
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
    expect(notified).toBeGreaterThan(0)
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
    expect((await apply(previewed.token, ['alg_param'])).data).toMatchObject({ reason: 'preview_gone' })
  })

  test('applies chosen sections only; a removed camera takes its scenes with it', async () => {
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
    const previewed = (await preview(wanted)).data
    expect(sectionOf(previewed, 'cameras')?.changes).toMatchObject([
      { kind: 'camera', what: 'removed', camera_sn: 'SN-0001', lot_num: 2 },
      { kind: 'camera', what: 'added', camera_sn: 'SN-0002', lot_num: 2 },
    ])
    expect(sectionOf(previewed, 'scenes')).toMatchObject({
      needs: ['cameras'],
      changes: [{ kind: 'scene_value', field: 'camera_sn', before: '东门 1', after: '北门 1' }],
    })
    expect(previewed.warnings).toEqual([
      { warning: 'cameras_removed', section: 'cameras', names: ['东门 1'], count: 1 },
      { warning: 'camera_needs_password', section: 'cameras', names: ['北门 1'], count: 1 },
    ])
    expect((await apply(previewed.token, ['scenes'])).data).toMatchObject([
      { field: 'sections.scenes.list.0.camera_sn', issue: 'not_found' },
    ])
    expect((await apply(previewed.token, ['alg_param', 'cameras', 'scenes'])).data).toMatchObject({
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

  test('a stored secret does not follow an address of the file to another place', async () => {
    const { content } = await exported()
    const elsewhere = altered(content, ({ sections }) => {
      Object.assign(sections!['storage_param']!, { endpoint: 'http://203.0.113.66:9000' })
      Object.assign(sections!['cameras']!.list[0]!, { ipv4: '203.0.113.66' })
    })
    const { warnings, token } = (await preview(elsewhere)).data
    expect(warnings.map(({ warning }) => warning)).toEqual(['camera_needs_password', 'secret_missing'])
    expect((await apply(token, ['cameras', 'storage_param'])).code).toBe(code.success)
    expect((await box.call('get_storage_param', {}, admin)).data.password_set).toBe(false)
    expect((await box.call('list_cameras', { page: 1, page_size: 9 }, admin)).data.list).toMatchObject([
      { password_set: false },
    ])
    await box.call(
      'update_storage_param',
      { endpoint: 'http://127.0.0.1:9000', password: 'canary-storage' },
      admin,
    )
    const restored = (await preview(content)).data
    expect((await apply(restored.token, ['cameras'])).code).toBe(code.success)
    box.deps.db.run('UPDATE camera SET password = ?', [box.deps.secrets.seal('canary-camera')])
  })

  test('another mode clears the scenes; a lockout by the whitelist must be confirmed', async () => {
    const { content } = await exported()
    const motorcycles = altered(content, ({ sections }) => {
      Object.assign(sections!['business_mode']!, { business_mode: 2 })
      Object.assign(sections!['whitelist']!, { list: [{ address: '198.51.100.0/24', comment: '' }] })
    })
    const previewed = (await box.call('preview_import', { content: motorcycles, passphrase: '' }, admin)).data
    expect(previewed.warnings.map(({ warning }) => warning)).toEqual(['mode_clears_scenes'])
    expect((await apply(previewed.token, ['business_mode'])).code).toBe(code.success)
    expect(findScenes(box.deps.db)).toEqual([])
    const back = (await preview(content)).data
    expect(sectionOf(back, 'scenes')?.changes).toMatchObject([{ kind: 'scene', what: 'added', lot_num: 2 }])
    expect((await apply(back.token, ['business_mode', 'scenes'])).code).toBe(code.success)
    expect(findScenes(box.deps.db)[0]?.lots).toHaveLength(2)
    expect((await box.call('get_whitelist', {}, admin)).data.list.map(({ address }) => address)).toEqual([
      '203.0.113.0/24',
    ])
  })

  test('without the passphrase the secrets stay encrypted, and the device keeps its own', async () => {
    const previewed = (await preview((await exported('wrapped')).content)).data
    expect(previewed).toMatchObject({ secrets: 'locked', warnings: [{ warning: 'secrets_locked' }] })
    expect((await apply(previewed.token, ['storage_param', 'cameras', 'platform_param'])).code).toBe(
      code.success,
    )
    const kept = JSON.stringify(storedConfiguration(box.deps).secrets)
    for (const one of ['canary-storage', 'canary-camera', secret]) expect(kept).toContain(one)
  })
})

test('an import says which rules of evidence it would break, before it is applied', async () => {
  const there = await exported()
  const small = altered(there.content, (document) => {
    Object.assign(document['sections']!['event_param']!, { image_width: 800 })
  })
  const warned = async () =>
    (await preview(small)).data.warnings.filter(({ warning }) => warning === 'breaks_evidence_rules')
  expect(await warned()).toEqual([]) // no pack applies
  await box.call('update_evidence_rules', { active: ['ga-t-832-2014'] }, admin)
  expect(await warned()).toMatchObject([
    { section: 'event_param', names: [expect.stringContaining('3.4')], count: 1 },
  ])
  await box.call('update_event_param', { image_width: 800 }, admin)
  expect(await warned()).toEqual([]) // The rule is broken already.
})
