/** The conformance kit for platforms: its findings on correct platforms, and on one platform per fault. */
import { describe, expect, test } from 'vitest'
import { startPlatform } from '#src/peers/platform/platform.ts'
import { checks, isWrong, type CheckName, type Finding, type Harm } from '#src/platform-check/findings.ts'
import { reportOf } from '#src/platform-check/report.ts'
import { runCheck, type CheckOptions } from '#src/platform-check/run-check.ts'
import { startFaultyPlatform } from './faulty-platform.ts'

const app_secret = 'kerb stone'

function check(url: string, over: Partial<CheckOptions> = {}) {
  return runCheck({
    addresses: {
      auth: `${url}/v1/auth`,
      init: `${url}/v1/device/init`,
      heartbeat: `${url}/v1/device/heartbeat`,
      data: `${url}/v1/events`,
      timer: `${url}/v1/timer_events`,
      lots: `${url}/v1/lot_states`,
    },
    identity: {
      operator_no: 'OP',
      device_sn: 'SN-1',
      app_secret,
      camera_sn: 'C1',
      parking_no: 'P1',
      lots: ['A01', 'A02', 'A03', 'A04'],
      plate_number: '粤B12345',
    },
    other_sn: 'SN-2',
    stored_url: `${url}/v1/stored`,
    patience_ms: 400,
    sizes: [20_000],
    at_once: 4,
    ...over,
  })
}
const wrongIn = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.filter(isWrong).map(({ check, outcome }) => [check, outcome]))
const sentences = (findings: readonly Finding[]) => findings.flatMap(({ messages }) => messages).join('\n')

/** A fault, the checks that fail because of it, and a sentence of the report. */
type Row = [fault: string, wrong: Partial<Record<CheckName, Harm>>, sentence: string]
const rows: Row[] = [
  ['html', { answers: 'delays', lots: 'delays', test_mark: 'delays' }, 'no envelope with a code'],
  ['redirect', { answers: 'delays', lots: 'delays', test_mark: 'delays' }, 'HTTP 302 leads elsewhere'],
  ['hangs', { answers: 'delays', lots: 'delays', test_mark: 'delays' }, 'no answer within 0.3 s'],
  ['no_token', { sign_in: 'delays' }, 'no token that fits a header'],
  ['any_signature', { signature: 'unsafe' }, 'a changed signature is answered by code 0'],
  ['strict_clock', { clock_near: 'delays' }, 'a clock four minutes behind is answered by code 4001'],
  ['any_clock', { clock_far: 'unsafe' }, 'a sign-in of yesterday is answered by code 0'],
  ['open', { token_needed: 'unsafe', stored_test: 'doubles' }, 'without a token is answered as taken'],
  ['forbidden', { token_void: 'loses' }, 'no call to sign in: events fail when a token ends'],
  ['one_token', { two_tokens: 'loses' }, 'the first token after a second sign-in is answered by HTTP 403'],
  ['strict_init', { init: 'delays' }, 'an init with a new field is answered by code 7001'],
  ['place_needed', { init_empty: 'delays' }, 'an init without anything'],
  ['any_name', { name_taken: 'misleads' }, 'the same name for "SN-2" is answered by code 0'],
  ['names_for_ever', { name_free: 'misleads' }, 'the name that was given up is answered by code 5000'],
  ['strict_heartbeat', { heartbeat: 'delays' }, 'a heartbeat with new fields'],
  ['heartbeat_clock', { heartbeat_clock: 'misleads' }, 'a heartbeat an hour behind'],
  ['no_clock', { platform_clock: 'misleads' }, 'it says no time'],
  ['zone', { platform_clock: 'misleads' }, 'is more than five minutes from'],
  ['lots_needed', { lots: 'misleads', test_mark: 'delays' }, 'an empty list is answered by code 7001'],
  ['one_picture', { event: 'loses', body_size: 'loses' }, 'an entry with three pictures'],
  ['content_needed', { event_named: 'loses', other_form: 'loses' }, 'an exit with a clip'],
  ['types_to_3', { event_types: 'loses' }, 'an event of type 10 is answered by code 1000'],
  ['few_colors', { plate_colors: 'loses' }, 'the colour "white"'],
  ['plate_needed', { no_plate: 'loses' }, 'an exit without a plate'],
  ['three_bytes', { text: 'loses' }, 'a name of all scripts'],
  ['no_old', { event_clock: 'loses' }, 'an exit of 30 days ago'],
  ['strict_event', { growth: 'loses' }, 'an exit with a new field'],
  [
    'repeat_refused',
    {
      repeat: 'loses',
      other_form: 'loses',
      lost_answer: 'loses',
      parallel_same: 'loses',
      correction: 'loses',
      late_original: 'loses',
      timer: 'loses',
    },
    'an entry that came again is answered by code 7001 "exists already": it is listed as failed',
  ],
  ['other_form', { other_form: 'loses' }, 'another body under one key'],
  ['lost_answer', { lost_answer: 'loses' }, 'an entry whose answer was lost'],
  ['half_body', { half_body: 'loses' }, 'an exit whose body broke off'],
  ['race', { parallel_same: 'loses' }, 'an entry that came twice at once'],
  ['one_at_a_time', { parallel: 'loses' }, 'of 4 at once is answered by code 7001 "too many"'],
  ['order', { reordered: 'loses' }, 'an entry after its exit'],
  ['correction_repeat', { correction: 'loses' }, 'a correction that came again'],
  ['late_original', { late_original: 'loses' }, 'an entry that came again after its correction'],
  ['unknown_uuid', { correction_first: 'loses' }, 'no such event'],
  ['no_withdrawal', { withdrawn: 'loses' }, 'the withdrawal of an entry'],
  ['megabyte', { body_size: 'loses' }, 'the largest body that was taken has 0.9 MB'],
  ['says_yes', { broken: 'loses', picture_hash: 'misleads' }, 'half a JSON text is answered as taken'],
  ['crashes', { answers: 'delays', broken: 'delays' }, 'an event without uuid is answered by HTTP 500'],
  ['any_picture', { picture_hash: 'misleads' }, 'damaged on the way is answered as taken'],
  ['timer_repeat', { timer: 'loses' }, 'a timer picture of type 4 that came again'],
  ['test_refused', { test_mark: 'delays' }, 'the event of a test is answered by code 7001'],
  ['forgets', { stored: 'loses' }, 'was answered as taken and is not stored'],
  ['stores_twice', { stored_once: 'doubles' }, 'is stored 3 times'],
  ['last_wins', { stored_highest: 'misleads' }, 'correction 0 counts, not'],
  ['latin1', { stored_plate: 'misleads' }, 'is stored as "'],
  ['void_ignored', { stored_void: 'doubles' }, 'was withdrawn and still counts'],
  ['stores_tests', { stored_test: 'doubles' }, 'is stored'],
]

describe('the conformance kit for platforms', () => {
  test('finds nothing wrong with the simulated platform', async () => {
    const platform = await startPlatform({ appSecret: app_secret })
    try {
      const { findings, events_to_find } = await check(platform.url, {
        sizes: [900_000, 2_500_000],
        at_once: 20,
      })
      expect(wrongIn(findings)).toEqual({})
      expect(findings.filter(({ outcome }) => outcome === 'not shown')).toEqual([])
      expect(events_to_find).toEqual([])
      expect(reportOf(findings, events_to_find).at(-1)).toBe(`${Object.keys(checks).length} ok, 0 not shown`)
    } finally {
      await platform.stop()
    }
  })

  test('without a list of stored events it names what to look for', async () => {
    const platform = await startFaultyPlatform('none', app_secret)
    try {
      const { findings, events_to_find } = await check(platform.url, { stored_url: undefined })
      expect(wrongIn(findings)).toEqual({})
      const lines = reportOf(findings, events_to_find).join('\n')
      expect(lines).toContain('not shown  no event is stored twice: it was not asked (--stored)')
      expect(lines).toMatch(/[0-9a-f-]{36} {2}once, correction 2 {2}粤B10345 {2}an entry/)
    } finally {
      await platform.stop()
    }
  })

  test('a platform without a sign-in, an init and lot states is not at fault', async () => {
    const platform = await startFaultyPlatform('open')
    try {
      const { url } = platform
      const none = {
        auth: undefined,
        init: undefined,
        heartbeat: undefined,
        timer: undefined,
        lots: undefined,
      }
      const { findings } = await check(url, { addresses: { ...none, data: `${url}/v1/events` } })
      expect(wrongIn(findings)).toEqual({})
      expect(findings.find(({ check: one }) => one === 'timer')?.outcome).toBe('not shown')
      expect(findings.find(({ check: one }) => one === 'stored_once')?.outcome).toBe('ok')
    } finally {
      await platform.stop()
    }
  })

  test('reports that nothing is listening', async () => {
    const { findings } = await check('http://127.0.0.1:1', { stored_url: undefined })
    expect(wrongIn(findings)).toEqual({ answers: 'delays', sign_in: 'delays' })
    expect(sentences(findings)).toContain('ECONNREFUSED')
  })

  test('every check finds the fault of at least one platform', () => {
    const found = new Set(rows.flatMap(([, wrong]) => Object.keys(wrong)))
    expect(Object.keys(checks).filter((name) => !found.has(name))).toEqual([])
  })

  test.concurrent.for(rows)('finds the fault %s', async ([fault, wrong, sentence]) => {
    const platform = await startFaultyPlatform(fault, app_secret)
    try {
      const { findings } = await check(platform.url, {
        ...(fault === 'hangs' && { answer_ms: 300 }),
        ...(fault === 'megabyte' && { sizes: [900_000, 1_200_000] }),
      })
      expect(wrongIn(findings)).toEqual(wrong)
      expect(sentences(findings)).toContain(sentence)
    } finally {
      await platform.stop()
    }
  })
})
