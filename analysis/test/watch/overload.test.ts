/**
 * Sixteen cameras on a processor that needs 1.5 s for a look: a round takes 24 s, while 5 s are configured.
 * The test controls the clock, so the result does not depend on the load of this machine.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { param_factory } from '@parking/contract/params/params.ts'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { Config, EventBody, FromServer } from '#src/socket/wire.ts'
import type { OpenVision } from '#src/look/look.ts'
import { createProgram } from '#src/watch/program.ts'
import { createVirtualClock } from './virtual-clock.ts'

const cameras = Array.from({ length: 16 }, (_, at) => `SN-${at}`)
const look_ms = 1500
const minute = 60_000
const start = Date.UTC(2026, 10, 24, 8)
/** The lot of each camera is empty at first; then a car stays for four minutes. */
const stays = cameras.map((_, at) => {
  const from = start + 2 * minute + at * 7000
  return { from, to: from + 4 * minute }
})

const config = (spool: string): Config => ({
  revision: 1,
  spool,
  cameras: cameras.map((camera_sn) => ({
    camera_sn,
    camera_name: `Camera ${camera_sn}`,
    frame_url: 'http://127.0.0.1:9/',
    stream_url_main: '',
    stream_url_sub: '',
  })),
  scenes: cameras.map((camera_sn) => ({
    scene_id: `of ${camera_sn}`,
    camera_sn,
    scene_type: 0,
    enabled: true,
    moved: false,
    lots: [
      {
        lot_no: `A ${camera_sn}`,
        motor_num: 1,
        difficult: 0,
        polygon: [
          [0.1, 0.4],
          [0.5, 0.4],
          [0.5, 0.9],
          [0.1, 0.9],
        ],
      },
    ],
    feature: [],
    focus: null,
  })),
  params: {
    alg_param: param_factory.alg_param,
    event_param: { image_car: false, image_plate: false, privacy_protection: true },
  },
})

test('every stay is reported once, looks become less frequent, and the device is notified', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overload-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const spool = join(folder, 'spool')
  mkdirSync(spool)
  const clock = createVirtualClock(start)
  // Two that differ: the same picture again and again would mean a frozen camera.
  const jpegs = await Promise.all(
    ['#888', '#898989'].map((background) =>
      sharp({ create: { width: 32, height: 18, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    ),
  )
  const events: EventBody[] = []
  const health: {
    camera_sn: string
    slowed: boolean
    looks: number
    interval_ms: number
    latency_ms: number | null
  }[] = []
  const said: string[] = []
  const openVision: OpenVision = (view) => ({
    async observe(_, time) {
      await clock.wait(look_ms, new AbortController().signal)
      const { from, to } = stays[cameras.indexOf(view.camera_sn)]!
      const here = time >= from && time < to
      const lots = view.lots.map((lot) => ({
        scene_id: lot.scene_id,
        lot_no: lot.lot_no,
        cell: lot.cell,
        evidence: { kind: 'seen' as const, llr: here ? 3 : -3 },
        ...(here && {
          vehicle: {
            label: 'car' as const,
            box: [0.1, 0.4, 0.5, 0.9] as const,
            score: 0.9,
            cover: 0.9,
          },
        }),
      }))
      return { camera_sn: view.camera_sn, time, health: 'ok', why: '', grey: false, lots }
    },
    learned: () => null,
  })
  const program = createProgram({
    clock,
    known: ['car'],
    openVision,
    openSource: () => {
      let pictures = 0
      return {
        next: async () => ({ jpeg: jpegs[pictures++ % 2]!, time: clock.now() }),
        close: () => undefined,
      }
    },
    send(message) {
      const line = message as { type: string; event: EventBody; cameras: typeof health; what?: string }
      if (line.type === 'health') health.push(...line.cameras)
      if (line.type === 'log' && line.what) said.push(line.what)
      if (line.type === 'event') {
        events.push(line.event)
        const ack: FromServer = { type: 'ack', uuid: line.event.uuid, result: 'stored' }
        setImmediate(() => program.receive(ack))
      }
      return true
    },
  })
  onTestFinished(async () => {
    await Promise.all([program.stop(), clock.runTo(clock.now() + minute)])
  })
  program.receive({ type: 'config', ...config(spool) })
  await clock.runTo(start + 10 * minute)

  for (const [at, camera_sn] of cameras.entries()) {
    const own = events
      .filter((event) => event.camera_sn === camera_sn)
      .toSorted((a, b) => a.event_time - b.event_time)
    expect([camera_sn, own.map(({ event_type }) => event_type)]).toEqual([camera_sn, [1, 3]])
    // The time of a change is the time of the first look that showed it.
    const { from, to } = stays[at]!
    own.forEach(({ event_time }, n) => expect(event_time - [from, to][n]!).toBeLessThan(minute))
  }
  const slow = health.filter(({ slowed, interval_ms }) => slowed && interval_ms > 20_000)
  expect(new Set(slow.map(({ camera_sn }) => camera_sn))).toEqual(new Set(cameras))
  expect(Math.max(...health.map(({ latency_ms }) => latency_ms ?? 0))).toBeGreaterThan(10_000)
  // Logged once for each camera.
  expect(said.filter((what) => what === 'app_slowed')).toHaveLength(cameras.length)
})
