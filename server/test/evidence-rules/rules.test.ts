/**
 * Rules of evidence: one fixture for each rule with exactly that fault, parameters that would break a rule,
 * and real events on a device. Long because every rule has its own fault.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import {
  code,
  event_factory,
  judgeEvent,
  judgeParams,
  shipped_packs,
  type EvidenceFacts,
  type EvidenceRule,
  type RuleKind,
} from '@parking/contract'
import { createAnalysisSocket } from '#src/analysis/socket-server.ts'
import { started, type Part } from '#src/core/part.ts'
import { stampOf } from '#src/core/stamp.ts'
import { createEvidenceDrawer } from '#src/workers/evidence-drawer.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, startApplication, type Application } from '../events/event-application.ts'
import { plantLots } from '../events/event-device.ts'
import { updateAllStays } from '../stays/stay-device.ts'
import { until } from '../until.ts'
import { plainJpeg } from '../plain-jpeg.ts'

const rules: EvidenceRule[] = [
  { kind: 'picture_count', min: 2, clause: '3.3' },
  { kind: 'picture_pixels', width: 1280, height: 720, clause: '3.4' },
  { kind: 'picture_bytes', max: 500_000, clause: '' },
  { kind: 'picture_interval', seconds: 10, clause: '3.5' },
  { kind: 'plate_legible', height: 14, contrast: 0.25, clause: '' },
  { kind: 'text_on_picture', facts: ['datetime', 'plate'], clause: '' },
  { kind: 'clock_offset', ms: 1000, clause: '3.2' },
]
const good: EvidenceFacts = {
  ended: true,
  moments: [1_000, 60_000],
  pictures: [{ kind: 'image', width: 1920, height: 1080, bytes: 400_000 }],
  plates: [{ height: 22, contrast: 0.6 }],
  text: { written: ['datetime', 'place', 'plate'], wrong: [] },
  clock: { offset_ms: -120, error_ms: 40 },
  camera_clock: null,
  ahead_ms: 0,
}
const broken = (facts: EvidenceFacts): RuleKind[] =>
  judgeEvent(rules, facts).flatMap(({ rule, state }) => (state === 'broken' ? [rule.kind] : []))

test('an event without a fault keeps every rule', () => {
  expect(judgeEvent(rules, good).map(({ state }) => state)).toEqual(rules.map(() => 'kept'))
})

test.each<[RuleKind, string, Partial<EvidenceFacts>, string]>([
  ['picture_count', 'one picture only', { moments: [1_000] }, '1'],
  ['picture_pixels', 'a small picture', { pictures: [{ ...good.pictures[0]!, width: 1024 }] }, '1024×1080'],
  ['picture_bytes', 'a heavy picture', { pictures: [{ ...good.pictures[0]!, bytes: 500_001 }] }, '500001'],
  ['picture_interval', 'pictures one after another', { moments: [1_000, 10_900] }, '9'],
  ['plate_legible', 'a plate of few pixels', { plates: [{ height: 9, contrast: 0.6 }] }, '9 px, 60 %'],
  ['plate_legible', 'a plate in the dark', { plates: [{ height: 22, contrast: 0.1 }] }, '22 px, 10 %'],
  ['text_on_picture', 'a fact that is not written', { text: { written: ['datetime'], wrong: [] } }, 'plate'],
  ['text_on_picture', 'a plate that was corrected', { text: { ...good.text!, wrong: ['plate'] } }, 'plate'],
  [
    'clock_offset',
    'a camera an hour off',
    { camera_clock: { offset_ms: 3_600_000, error_ms: 500 } },
    '3600.0',
  ],
  ['clock_offset', 'an event in the future', { ahead_ms: 1_200_000 }, '1200.0'],
  ['clock_offset', 'a clock that is wrong', { clock: { offset_ms: 1_500, error_ms: 100 } }, '1.5'],
])('%s: %s breaks that rule', (kind, _, fault, found) => {
  const facts = { ...good, ...fault }
  // With one picture there is no interval either: the two rules share that fault.
  expect(broken(facts)).toEqual(kind === 'picture_count' ? [kind, 'picture_interval'] : [kind])
  expect(judgeEvent(rules, facts).find(({ rule }) => rule.kind === kind)?.found).toBe(found)
})

test('facts that may still arrive are open, and unknown facts do not satisfy a rule', () => {
  const states = (facts: Partial<EvidenceFacts>) =>
    Object.fromEntries(judgeEvent(rules, { ...good, ...facts }).map(({ rule, state }) => [rule.kind, state]))
  expect(states({ ended: false, moments: [1_000], plates: [] })).toMatchObject({
    picture_count: 'pending',
    picture_interval: 'pending',
    plate_legible: 'pending',
  })
  expect(states({ clock: null, text: null, pictures: [] })).toMatchObject({
    clock_offset: 'unknown',
    text_on_picture: 'unknown',
    picture_pixels: 'unknown',
  })
  for (const unclear of [
    { clock: { offset_ms: 700, error_ms: 520 } },
    { camera_clock: { offset_ms: 700, error_ms: 520 } },
    { clock: null, camera_clock: { offset_ms: 0, error_ms: 10 } },
  ])
    expect(states(unclear)).toMatchObject({ clock_offset: 'unknown' })
  expect(states({ clock: null, ahead_ms: 1_200_000 })).toMatchObject({ clock_offset: 'broken' })
  expect(states({ pictures: [{ kind: 'image', width: 720, height: 1280, bytes: 1 }] })).toMatchObject({
    picture_pixels: 'kept',
  })
})

test('parameters are checked for rules that they would break, by field', () => {
  const fields = (change: Partial<typeof event_factory>) =>
    judgeParams(rules, { ...event_factory, ...change }).map(({ field }) => field)
  expect(fields({ image_max_bytes: 500_000 })).toEqual([])
  expect(fields({ image_max_bytes: 500_001 })).toEqual(['image_max_bytes'])
  expect(fields({ image_max_bytes: 1, image_width: 1279 })).toEqual(['image_width'])
  expect(fields({ image_max_bytes: 1, image_plate: false })).toEqual(['image_plate'])
  expect(fields({ image_max_bytes: 1, osd_enabled: false })).toEqual(['osd_enabled'])
  expect(fields({ image_max_bytes: 1, osd_datetime: false })).toEqual(['osd_datetime'])
  expect(fields({ images_process: false })).toEqual(['images_process', 'images_process'])
})

test('every shipped pack names its source and date, and states that it is second-hand', () => {
  for (const { source, as_of, second_hand, rules: own } of shipped_packs) {
    expect(source).toMatch(/^https?:\/\//)
    expect(as_of).toMatch(/^\d{4}/)
    expect(second_hand).toBe(true)
    expect(new Set(own.map(({ kind }) => kind)).size).toBe(own.length)
  }
})

describe('on a device', () => {
  let device: Device
  let parts: Part[] = []
  let application: Application
  let token = ''
  beforeEach(async () => {
    device = await openDevice()
    plantLots(device.deps.db, ['A01'])
    token = await device.tokenOf('operator')
    parts = [
      await started(createAnalysisSocket(device.deps)),
      await started(createEvidenceDrawer(device.deps)),
    ]
    application = await startApplication(device.deps.socket)
    await until('a configuration', () => application.heard.some(({ type }) => type === 'config'))
  })
  afterEach(async () => {
    application.close()
    for (const part of parts) await part.stop()
    await device.close()
  })

  const picture = (width: number, height: number) => plainJpeg(width, height, '#777')
  /** Half black, half white, for enough contrast. */
  const plate = async () => {
    const half = await sharp({ create: { width: 120, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const whole = sharp({ create: { width: 240, height: 40, channels: 3, background: '#000' } })
    return whole
      .composite([{ input: half, left: 0, top: 0 }])
      .jpeg()
      .toBuffer()
  }
  async function report(event_type: 1 | 3, after_s: number, size: [number, number]): Promise<string> {
    const event = newEvent({
      event_type,
      event_time: device.deps.now() - 600_000 + after_s * 1000,
      plate_box: [0.4, 0.5, 0.5, 0.52],
      pictures: [
        { kind: 'image', file: application.spool(await picture(...size)) },
        { kind: 'plate', file: application.spool(await plate()) },
      ],
    })
    expect(await application.report(event)).toMatchObject({ result: 'stored' })
    await until('it is drawn', () => {
      const found = device.deps.db.get<{ outcome: number | null }>(
        'SELECT outcome FROM event_evidence JOIN event USING (event_id) WHERE uuid = ?',
        [event.uuid],
      )
      return found?.outcome === 1
    })
    return event.uuid
  }
  const own = {
    pack: 'ours',
    name: '本市',
    source: '',
    source_kind: 'own',
    second_hand: false,
    as_of: '2026',
  } as const
  const judged = async (uuid: string) => {
    const { data } = await device.call('judge_event_evidence', { uuid }, token)
    return Object.fromEntries(
      data.packs.flatMap(({ findings }) =>
        findings.map(({ rule, state, found }) => [rule.kind, [state, found]]),
      ),
    )
  }

  test('a stay is judged by its pictures, and each camera has its share', async () => {
    await device.call('update_evidence_rules', { own: [{ ...own, rules }], active: ['ours'] }, token)
    const entry = await report(1, 0, [1280, 720])
    expect(await judged(entry)).toMatchObject({
      picture_count: ['pending', '1'],
      picture_pixels: ['kept', '1280×720'],
      plate_legible: ['kept', expect.stringMatching(/^14 px, \d\d+ %$/)],
      text_on_picture: ['kept', ''],
      clock_offset: ['unknown', ''],
    })
    const exit = await report(3, 5, [640, 360])
    expect(await judged(exit)).toMatchObject({
      picture_count: ['kept', '2'],
      picture_interval: ['broken', '5'],
      picture_pixels: ['broken', '640×360'],
    })
    const { data } = await device.call('evidence_compliance', { days: 7 }, token)
    const [camera] = data.cameras
    expect(camera).toMatchObject({ camera_name: '东门 1', events: 2, clean: 0 })
    expect(camera?.rules.find(({ kind }) => kind === 'picture_pixels')).toMatchObject({ kept: 1, broken: 1 })
    expect(camera?.rules.find(({ kind }) => kind === 'picture_interval')).toMatchObject({
      kept: 0,
      broken: 2,
    })
  })

  test('a withdrawn and a typed event are not judged, and give no picture to the stay', async () => {
    await device.call('update_evidence_rules', { own: [{ ...own, rules }], active: ['ours'] }, token)
    const entry = await report(1, 0, [1280, 720])
    const exit = await report(3, 20, [1280, 720])
    expect(await judged(entry)).toMatchObject({ picture_count: ['kept', '2'] })
    await device.call(
      'check_parking_event',
      { uuid: exit, verdict: 'discarded', reason: 'x', seen_checks: 0 },
      token,
    )
    expect(await judged(entry)).toMatchObject({ picture_count: ['pending', '1'] })
    const left = async (uuid: string) =>
      (await device.call('judge_event_evidence', { uuid }, token)).data.left_out
    updateAllStays(device.deps.db)
    const { identity, begin_ms } = (await device.call('stay_detail', { uuid: entry }, token)).data
    const time = stampOf(begin_ms + 60_000)
    const done = await device.call('repair_stay', { stay: identity, act: 'close', reason: 'x', time }, token)
    expect(done.code).toBe(code.success)
    const typed = (await device.call('stay_detail', { uuid: entry }, token)).data.identity.exit_uuid
    expect([await left(entry), await left(exit), await left(typed)]).toEqual([null, 'withdrawn', 'typed'])
    expect(await judged(typed)).toEqual({})
    expect(await judged(entry)).toMatchObject({ picture_count: ['broken', '1'] })
    const [camera] = (await device.call('evidence_compliance', { days: 7 }, token)).data.cameras
    expect(camera).toMatchObject({ events: 1, left_out: 2 })
  })

  test('a plate that a check corrected no longer matches the text on the picture', async () => {
    await device.call('update_evidence_rules', { own: [{ ...own, rules }], active: ['ours'] }, token)
    const uuid = await report(1, 0, [1280, 720])
    device.deps.db.run("UPDATE event SET checked_plate = '粤B·99999' WHERE uuid = ?", [uuid])
    expect((await judged(uuid))['text_on_picture']).toEqual(['broken', 'plate'])
  })

  test('packs are chosen and added; no rule applies until then, and names are unique', async () => {
    const before = (await device.call('get_evidence_rules', {}, token)).data
    expect(before.active).toEqual([])
    expect(before.shipped.map(({ pack }) => pack)).toContain('ga-t-832-2014')
    const twice = { own: [{ ...own, pack: 'ga-t-832-2014', rules }] }
    expect(await device.call('update_evidence_rules', twice, token)).toMatchObject({
      code: code.format_error,
    })
    const wrong = { own: [{ ...own, rules: [{ kind: 'picture_count', min: 0, clause: '' } as const] }] }
    expect(await device.call('update_evidence_rules', wrong, token)).toMatchObject({
      code: code.format_error,
    })
    await device.call('update_evidence_rules', { active: ['beijing-2014', 'no-such-pack'] }, token)
    expect((await device.call('get_evidence_rules', {}, token)).data.active).toEqual(['beijing-2014'])
    const viewer = await device.tokenOf('viewer')
    expect(await device.call('update_evidence_rules', {}, viewer)).toMatchObject({
      code: code.permission_denied,
    })
  })
})
