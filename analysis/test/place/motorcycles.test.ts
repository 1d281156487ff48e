/** A lot for several motorcycles (`motor_num`), from the configuration to events and the state of the lot. */
import { expect, test } from 'vitest'
import { decide } from '#src/decide/decide.ts'
import type { Decision } from '#src/decide/decision.ts'
import { no_state, type State } from '#src/decide/state.ts'
import type { Box, Detection, Point } from '#src/look/boxes.ts'
import type { LotLook } from '#src/look/look.ts'
import { place } from '#src/place/place.ts'
import type { Config } from '#src/socket/wire.ts'
import { stateLine } from '#src/watch/state-line.ts'
import { problemsOf, viewsOf } from '#src/watch/views.ts'
import { by, factory, lookAt } from '../decide/looks.ts'

/** A strip along the kerb, wide enough for three. */
const strip: Point[] = [
  [0.2, 0.5],
  [0.8, 0.5],
  [0.8, 0.7],
  [0.2, 0.7],
]
const configured = (motor_num: number, scene_type = 0): Config => ({
  revision: 1,
  spool: '/nowhere',
  cameras: [
    {
      camera_sn: 'C1',
      camera_name: 'East',
      frame_url: 'http://10.0.0.1/a.jpg',
      stream_url_main: '',
      stream_url_sub: '',
    },
  ],
  scenes: [
    {
      scene_id: 's',
      camera_sn: 'C1',
      scene_type,
      enabled: true,
      moved: false,
      lots: [{ lot_no: 'M01', motor_num, difficult: 0, polygon: strip }],
      feature: [],
      focus: null,
    },
  ],
  params: { alg_param: factory, event_param: { image_car: true, image_plate: true } },
})
const viewOf = (config: Config) => viewsOf(config)[0]!.view
/** A motorcycle whose wheels are in the middle of this third of the strip. */
const ridden = (third: number): Detection => {
  const middle = 0.3 + 0.2 * third
  const box: Box = [middle - 0.05, 0.4, middle + 0.05, 0.66]
  return { box, score: 0.9, label: 'motorcycle' }
}

/** A look every 5 seconds with motorcycles in these thirds. */
function watch(config: Config, standing: readonly (readonly number[])[]) {
  const view = viewOf(config)
  let state: State = no_state
  let last = lookAt(0, [])
  const events: Decision[] = []
  for (const [at, thirds] of standing.entries()) {
    const placed = place(thirds.map(ridden), view)
    const lots = view.lots.map(({ scene_id, lot_no, cell }, no): LotLook => {
      const { vehicle, cover } = placed[no]!
      const seen = { scene_id, lot_no, cell, evidence: { kind: 'seen' as const, llr: vehicle ? 3 : -3 } }
      return vehicle ? { ...seen, vehicle: { ...vehicle, cover } } : seen
    })
    last = lookAt(5 * at, lots)
    const step = decide(state, last, by())
    state = step.state
    events.push(...step.events)
  }
  return { events, lines: stateLine(state, last, by(), last.time, 5) }
}
const looks = (count: number, ...thirds: number[]) => Array.from({ length: count }, () => thirds)

test('in three cells, each motorcycle has its own entry and exit under the number of the lot', () => {
  const { events, lines } = watch(configured(3), [
    ...looks(8),
    ...looks(8, 0),
    ...looks(8, 0, 2),
    ...looks(8, 2),
  ])
  expect(events.map(({ lot_no, event_type, cell }) => [lot_no, event_type, cell])).toEqual([
    ['M01', 1, 0],
    ['M01', 1, 2],
    ['M01', 3, 0],
  ])
  expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(3)
  // One is still there, and the device sees the cells as one lot.
  expect(lines).toMatchObject([{ scene_id: 's', lot_no: 'M01', occupied: true }])
})

test('a fourth motorcycle between three has no event, and the lot is empty when all have left', () => {
  const full = [0, 1, 2]
  const { events, lines } = watch(configured(3), [...looks(8), ...looks(8, ...full, 1), ...looks(10)])
  expect(events.filter(({ event_type }) => event_type === 1)).toHaveLength(3)
  expect(events.filter(({ event_type }) => event_type === 3)).toHaveLength(3)
  expect(lines).toMatchObject([{ lot_no: 'M01', occupied: false }])
})

test('a lot with motor_num 1 accepts a motorcycle only in a motorcycle scene or with motor_det', () => {
  const seen = [...looks(8), ...looks(8, 1)]
  expect(viewOf(configured(1)).lots).toHaveLength(1)
  expect(watch(configured(1), seen).events).toEqual([])
  expect(watch(configured(1, 2), seen).events).toMatchObject([{ lot_no: 'M01', event_type: 1, cell: 0 }])
})

test('a detector without a motorcycle class is reported as a problem of a motorcycle scene', () => {
  expect(problemsOf(configured(3, 2), ['car', 'motorcycle'])).toEqual([])
  expect(problemsOf(configured(3, 2), ['car'])).toMatchObject([{ field: 'scene_type' }])
  expect(problemsOf(configured(3), ['car'])).toMatchObject([{ field: 'motor_num' }])
  expect(problemsOf(configured(1), ['car'])).toEqual([])
})
