/**
 * What-if on a real device: recordings over the real socket, the replay by the real program, its comparison
 * with pictures, and recordings that are old, damaged or left over. Long because all tests share one device.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decide } from '@parking/analysis/decide/decide.ts'
import { parametersOf } from '@parking/analysis/decide/parameters.ts'
import { no_state } from '@parking/analysis/decide/state.ts'
import type { Look } from '@parking/analysis/look/look.ts'
import { recordLooks } from '@parking/analysis/record/record-looks.ts'
import { lookAt, lotWith, start as street_start } from '@parking/analysis/test/decide/looks.ts'
import { alg_factory, code, recording_limits } from '@parking/contract'
import { replayTool } from '#src/adapters/system/replay-tool.ts'
import { createAnalysisSocket } from '#src/analysis/socket-server.ts'
import { started, type Part } from '#src/core/part.ts'
import { freeRecordings } from '#src/replay/store-recordings.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, startApplication, type Application } from '../events/event-application.ts'
import { plantLots } from '../events/event-device.ts'
import { tool_argv } from '../models/small-model.ts'
import { until } from '../until.ts'
import { plainJpeg } from '../plain-jpeg.ts'

const hour_ms = 3_600_000
/** The program of the simulated street, which learns no calibration of a camera. */
const simulated_argv: [string, ...string[]] = [
  process.execPath,
  '--import',
  'tsx',
  fileURLToPath(new URL('../../../sim/src/analysis/replay-main.ts', import.meta.url)),
]
let device: Device
let socket: Part
let application: Application
let token = ''
beforeEach(async () => {
  device = await openDevice({
    now: street_start + hour_ms,
    ports: { replay_tool: replayTool({ argv: tool_argv }) },
  })
  plantLots(device.deps.db, ['A01'])
  token = await device.tokenOf('admin')
  socket = await started(createAnalysisSocket(device.deps))
  application = await startApplication(device.deps.socket)
  await until('a configuration', () => application.heard.some(({ type }) => type === 'config'))
})
afterEach(async () => {
  application.close()
  await socket.stop()
  await device.deps.replays.stop()
  await device.close()
})

/** Cars that stay for 100, 40 and 100 seconds, with 100 s between them; one look every 5 s. */
const plan = [12, 20, 20, 8, 20, 20, 20] as const
const looks = (): Look[] => {
  let at = 0
  return plan.flatMap((count, part) =>
    Array.from({ length: count }, () => {
      const lot = lotWith(part % 2 === 0 ? 'empty' : 'a', { noise: at })
      return lookAt(5 * at++, [{ ...lot, scene_id: 'scene-1' }], { camera_sn: 'SN-0001' })
    }),
  )
}
const jpeg = () => plainJpeg(64, 48, '#765')

/** Delivers the recording of these looks, and the events that the program reports. */
async function record(seen: readonly Look[] = looks()) {
  const recorder = recordLooks('SN-0001')
  let state = no_state
  const by = { alg_param: alg_factory, difficult: {}, model: '' }
  const events = []
  const picture = await jpeg()
  for (const look of seen) {
    const step = decide(state, look, parametersOf(alg_factory))
    const one = { look, before: state, after: step.state, events: step.events }
    const pictured = recorder.wantsPicture(one)
    for (const done of await recorder.add(one, by, pictured ? picture : undefined)) await handOver(done)
    state = step.state
    events.push(...step.events)
  }
  for (const done of await recorder.finish()) await handOver(done)
  return events
}
async function handOver({
  from,
  to,
  looks: count,
  file,
  pictures,
}: Awaited<ReturnType<ReturnType<typeof recordLooks>['finish']>>[number]) {
  const name = application.spool(file, `${from}.looks`)
  application.say({
    type: 'recording',
    camera_sn: 'SN-0001',
    from,
    to,
    looks: count,
    file: name,
    pictures: pictures.map(({ time, jpeg: bytes }) => ({ time, file: application.spool(bytes) })),
  })
  await until('it is taken over', () => !existsSync(join(application.config().spool, name)))
  await device.deps.replays.settled()
}
const rows = (): number => device.deps.db.get<{ n: number }>('SELECT count(*) AS n FROM recording')!.n
const files = (): string[] =>
  readdirSync(join(device.deps.media.folder, 'recordings'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name)

const replay = async () => (await device.call('get_replay', {}, token)).data
async function tryOut(changes: object, more: object = {}) {
  const answer = await device.call('begin_replay', { changes, hours: 24, ...more }, token)
  expect(answer).toMatchObject({ code: code.success })
  await device.deps.replays.settled()
  return (await replay()).run!
}

describe('a replay', () => {
  test('reproduces every decision under the present parameters, without differences', async () => {
    await record()
    const run = await tryOut({})
    expect(run).toMatchObject({
      state: 'done',
      said: '',
      unread: 0,
      recorded: 6,
      reproduced: 6,
      different: 0,
    })
    expect(run.counts.present).toMatchObject({ entry: 3, exit: 3 })
    expect(run.counts.wanted).toEqual(run.counts.present)
    expect(run.looks).toBe(looks().length)
  })

  test('says which events a longer watch would not report, with the picture of each', async () => {
    const [entry] = await record()
    const named = newEvent({
      uuid: entry!.uuid,
      event_time: entry!.event_time,
      event_type: 1,
      camera_sn: 'SN-0001',
      scene_id: 'scene-1',
      lot_no: 'A01',
      pictures: [{ kind: 'image', file: application.spool(await jpeg()) }],
    })
    expect(await application.report(named)).toMatchObject({ result: 'stored' })
    const run = await tryOut({ track_seconds: 60, cover_th: 0.5 })
    expect(run.not_replayed).toEqual(['cover_th'])
    expect(run.changes.map(({ field, wanted }) => [field, wanted])).toEqual([
      ['track_seconds', 60],
      ['cover_th', 0.5],
    ])
    expect(run.counts.wanted).toMatchObject({ entry: 2, exit: 2 })
    const gone = run.differences.filter(({ change }) => change === 'gone')
    expect(gone.map(({ present, wanted }) => [present?.event_type, wanted])).toEqual([
      [1, null],
      [3, null],
    ])
    for (const { picture, picture_str, polygon } of gone) {
      expect(picture).toMatch(/^\/media\/recordings\//)
      expect(picture_str).not.toBe('')
      expect(polygon).toHaveLength(3)
      expect((await device.app.inject({ url: picture })).headers['content-type']).toBe('image/jpeg')
    }
  })

  test('shows what would be sent: a higher threshold changes no event, but its status', async () => {
    await record()
    const run = await tryOut({ auto_upload_th: 1 })
    expect(run.counts.present.skipped).toBe(0)
    expect(run.counts.wanted).toMatchObject({ skipped: 6, sent: 0 })
    expect(run.different).toBe(6)
    expect(run.differences[0]).toMatchObject({ change: 'different', wanted: { fate: 'skipped' } })
  })

  test('shows no picture that the camera took while privacy protection is on', async () => {
    await record()
    await device.call('update_event_param', { privacy_protection: true }, token)
    const run = await tryOut({ track_seconds: 60 })
    expect(run.differences.map(({ picture }) => picture)).toEqual(run.differences.map(() => ''))
  })

  test('skips a damaged recording, and says so', async () => {
    await record()
    await handOver({
      from: street_start,
      to: street_start + 1,
      looks: 1,
      file: Buffer.from('no gzip'),
      pictures: [],
    })
    expect(await tryOut({})).toMatchObject({ state: 'done', unread: 1, recorded: 6, reproduced: 6 })
  })

  test('is refused without looks, with wrong parameters, and for users who may not change them', async () => {
    const nothing = await device.call('begin_replay', { changes: {}, hours: 1 }, token)
    expect(nothing).toMatchObject({ code: code.failed })
    const wrong = await device.call('begin_replay', { changes: { event_th: 2 }, hours: 1 }, token)
    expect(wrong.code).toBe(code.format_error)
    const viewer = await device.call(
      'begin_replay',
      { changes: {}, hours: 1 },
      await device.tokenOf('operator'),
    )
    expect(viewer.code).toBe(code.permission_denied)
  })

  test('fails with a sentence if the program does not answer', async () => {
    await record()
    const { replay_tool } = device.deps
    const broken = replayTool({ argv: [process.execPath, '-e', 'process.exit(3)'] })
    replay_tool.open = () => broken.open()
    expect(await tryOut({})).toMatchObject({ state: 'failed', said: 'it ended with status 3' })
  })
})

describe('another calibration', () => {
  /** As learned by a camera in bad light: half the usual support counts as a vehicle. */
  const calibration = { light: 'day', empty: { mean: -3.75 }, taken: { mean: -1.65 } } as const
  const judged = (): Look[] => looks().map((look) => ({ ...look, calibration }))
  const tryFactory = () => tryOut({}, { calibration: 'factory' })

  test('decides like a new camera, and still verifies the decisions of the recorded one', async () => {
    await record(judged())
    const run = await tryFactory()
    expect(run).toMatchObject({
      state: 'done',
      unread: 0,
      recorded: 6,
      reproduced: 6,
      calibration: 'factory',
    })
    expect(run.changes).toEqual([])
    expect(run.counts.present).toMatchObject({ entry: 3, exit: 3 })
    expect(run.counts.wanted).toMatchObject({ entry: 0, exit: 0 })
    expect(run.differences.map(({ change }) => change)).toEqual(run.differences.map(() => 'gone'))
    expect(run.different).toBe(6)
    const recorded = await tryOut({}, { calibration: 'recorded' })
    expect(recorded).toMatchObject({ different: 0, calibration: 'recorded' })
  })

  test('leaves out the looks of earlier versions', async () => {
    await record()
    const run = await tryFactory()
    expect(run).toMatchObject({ state: 'done', looks: 0, recorded: 0 })
    expect(run.unread).toBe(run.total)
    expect(await tryOut({})).toMatchObject({ unread: 0, recorded: 6, reproduced: 6 })
  })

  test('is offered if the program supports it, and refused if it does not', async () => {
    await record(judged())
    await until('the program has said', async () => (await replay()).calibrations.length > 0)
    expect((await replay()).calibrations).toEqual(['recorded', 'factory'])
    const { replay_tool } = device.deps
    const simulated = replayTool({ argv: simulated_argv })
    replay_tool.open = () => simulated.open()
    // Another version was installed: the next replay detects it.
    await tryOut({})
    expect((await replay()).calibrations).toEqual(['recorded'])
    const body = { changes: {}, calibration: 'factory', hours: 24 } as const
    expect(await device.call('begin_replay', body, token)).toMatchObject({
      code: code.format_error,
      data: [{ field: 'calibration', issue: 'choice' }],
    })
    expect((await replay()).run).toMatchObject({ calibration: 'recorded' })
  })

  test('is refused even at the first request if the program does not answer', async () => {
    await record(judged())
    const { replay_tool } = device.deps
    const broken = replayTool({ argv: [process.execPath, '-e', 'process.exit(3)'] })
    replay_tool.open = () => broken.open()
    const body = { changes: {}, calibration: 'factory', hours: 24 } as const
    expect((await device.call('begin_replay', body, token)).code).toBe(code.format_error)
    expect((await replay()).run).toBeNull()
  })
})

describe('recordings', () => {
  test('are encrypted, leave nothing in the spool, and are deleted when they are old', async () => {
    await record()
    const before = await replay()
    expect(before).toMatchObject({ available: true, recorded: { cameras: 1, looks: looks().length } })
    expect(readdirSync(application.config().spool)).toEqual([])
    expect(files().some((name) => name.endsWith('.jpg'))).toBe(true)
    device.wait((recording_limits.days + 1) * 24 * hour_ms)
    await record(
      looks().map((look) => ({ ...look, time: device.deps.now() - hour_ms + look.time - street_start })),
    )
    token = await device.tokenOf('admin')
    const { recorded } = await replay()
    expect(recorded.looks).toBe(before.recorded.looks)
    expect(recorded.from_str > before.recorded.to_str).toBe(true)
  })

  test('are deleted before events if the disk is nearly full', async () => {
    await record()
    expect(await freeRecordings(1, device.deps)).toBeGreaterThan(0)
    await freeRecordings(Infinity, device.deps)
    expect(rows()).toBe(0)
    expect(files()).toEqual([])
  })

  test('that a crash left without a row are removed at the next start', async () => {
    await record()
    const folder = join(device.deps.media.folder, 'recordings/2026-11-20')
    const [kept] = files()
    mkdirSync(folder)
    writeFileSync(join(folder, `${'0'.repeat(24)}.looks`), 'left')
    await device.deps.replays.start()
    expect(existsSync(folder)).toBe(false)
    expect(files()).toContain(kept)
  })

  test('that name no file, or a path outside of the spool, are ignored', async () => {
    const wrong = { type: 'recording', camera_sn: 'SN-0001', from: 1, to: 2, looks: 1, pictures: [] }
    application.say({ ...wrong, file: '../parking.db' })
    application.say({ ...wrong, file: 'absent.looks' })
    application.say({ type: 'ping' })
    await until('an answer', () => application.heard.some(({ type }) => type === 'pong'))
    await device.deps.replays.settled()
    expect(rows()).toBe(0)
    expect(existsSync(join(device.folder, 'parking.db'))).toBe(true)
    expect(device.logged()).toContain('a recording could not be kept')
  })
})
