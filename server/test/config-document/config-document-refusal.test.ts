/**
 * Files that are refused as a whole, with the field, and versions that stay readable.
 * Long because every fault of a file has an example.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { code, document_bytes, type Body } from '@parking/contract'
import { describe, expect, test } from 'vitest'
import { storedConfiguration } from '#src/config-document/current.ts'
import { upgraded } from '#src/config-document/versions.ts'
import {
  admin,
  altered,
  apply,
  box,
  exported,
  preview,
  sectionOf,
  openConfiguredBox,
} from './configured-box.ts'

openConfiguredBox()

describe('a file is refused as a whole, and the old configuration stays', () => {
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
      'a scene without a camera',
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
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
  wrong.push(
    [
      'an object of 30,000 names',
      (content) => altered(content, ({ sections }) => Object.assign(sections!['alg_param']!, many(30_000))),
      { field: 'content', issue: 'document_foreign' },
    ],
    [
      'more scenes than a file may have',
      (content) =>
        altered(content, ({ sections }) =>
          Object.assign(sections!['scenes']!, { list: Array.from({ length: 2_001 }, () => ({})) }),
        ),
      { field: 'sections.scenes.list', issue: 'too_long', limit: 2_000 },
    ],
    [
      'a fault in each of 2,000 scenes',
      (content) =>
        altered(content, ({ sections }) =>
          Object.assign(sections!['scenes']!, { list: Array.from({ length: 2_000 }, () => many(100)) }),
        ),
      { field: 'sections.scenes.list.0.k0', issue: 'unknown_field' },
    ],
  )
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

  test('a change meanwhile, another user, or an expired preview requires a new preview', async () => {
    const content = altered((await exported()).content, ({ sections }) =>
      Object.assign(sections!['alg_param']!, { track_seconds: 33 }),
    )
    const previewed = (await preview(content)).data
    const other = await box.tokenOf('admin')
    box.deps.db.run("UPDATE users SET role = 'admin' WHERE username = 'viewer'")
    expect(
      (await apply(previewed.token, ['alg_param'], { as: await box.tokenOf('viewer') })).data,
    ).toMatchObject({
      reason: 'preview_gone',
    })
    expect(other).not.toBe(admin)
    await box.call('update_alg_param', { track_step: 9 }, admin)
    expect((await apply(previewed.token, ['alg_param'])).data).toMatchObject({ reason: 'changed_meanwhile' })
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

  test('an import whose answer was lost gives the same answer again, and is applied once', async () => {
    const content = altered((await exported()).content, ({ sections }) =>
      Object.assign(sections!['alg_param']!, { track_seconds: 44 }),
    )
    const { token } = (await preview(content)).data
    const first = await apply(token, ['alg_param'])
    expect(first.code).toBe(code.success)
    await box.call('update_alg_param', { track_seconds: 12 }, admin)
    expect((await apply(token, ['alg_param'])).data).toEqual(first.data)
    expect((await box.call('get_alg_param', {}, admin)).data).toMatchObject({ track_seconds: 12 })
    expect((await apply(token, ['alg_param', 'event_param'])).data).toMatchObject({ reason: 'preview_gone' })
  })
})

describe('every version of the file stays readable', () => {
  const folder = new URL('./', import.meta.url)
  test.each(readdirSync(folder).filter((name) => /^config-v\d+\.json$/.test(name)))('%s', async (name) => {
    const previewed = await preview(readFileSync(new URL(name, folder), 'utf8'), 'config of version one')
    expect(previewed).toMatchObject({ code: code.success, data: { secrets: 'opened', version: 1 } })
    expect(sectionOf(previewed.data, 'scenes')?.changes.length).toBeGreaterThan(0)
    const sections = previewed.data.sections
      .filter(({ importable, section }) => importable && section !== 'time')
      .map(({ section }) => section) as Body<'apply_import'>['sections']
    expect((await apply(previewed.data.token, sections, { confirmed: true })).code).toBe(code.success)
  })

  test('steps lead from any version to the newest, and a missing step is an error of the program', () => {
    const steps = {
      1: (document: object) => ({ ...document, a: 1 }),
      2: (document: object) => ({ ...document, b: 2 }),
    }
    expect(upgraded({ version: 1 }, 1, 3, steps)).toEqual({ version: 3, a: 1, b: 2 })
    expect(upgraded({ version: 2 }, 2, 3, steps)).toEqual({ version: 3, b: 2 })
    expect(() => upgraded({ version: 1 }, 1, 4, steps)).toThrow(/version 3/)
  })
})

test('a file has at most 4 MiB, counted in bytes, not in characters', async () => {
  const limit = document_bytes
  for (const content of ['x'.repeat(limit + 1), '停'.repeat(Math.ceil((limit + 1) / 3))])
    expect(await preview(content)).toMatchObject({
      code: code.format_error,
      data: [{ field: 'content', issue: 'too_long', limit }],
    })
  // A file of exactly the maximum length is read.
  expect(await preview('x'.repeat(limit))).toMatchObject({
    data: [{ field: 'content', issue: 'document_foreign' }],
  })
})
