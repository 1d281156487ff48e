/** Pictures in which nothing changes are not searched for vehicles again, and decide the same events. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFrame } from '@parking/sim/analysis/frame-comment.ts'
import { lights } from '@parking/sim/street/light.ts'
import { createStreet, type Street } from '@parking/sim/street/street.ts'
import { decide, mayRepeat, onlyConfirms } from '#src/decide/decide.ts'
import { no_state } from '#src/decide/state.ts'
import { shipped_detector } from '#src/detect/model-spec.ts'
import type { CameraVision, View } from '#src/look/look.ts'
import { readModel } from '#src/models/model-files.ts'
import { openRuntime, type Model } from '#src/models/runtime.ts'
import { cadenceOf, isWatching } from '#src/sources/cadence.ts'
import { createVision } from '#src/vision/camera-vision.ts'
import { by } from '../decide/looks.ts'
import { models } from '../support.ts'

let model: Model
let searches = 0
/** What the model answered, by the hash of what it was given: the same always gets the same answer. */
const answers = new Map<string, ReturnType<Model['run']>>()
beforeAll(async () => {
  const loaded = await (await openRuntime()).load(await readModel('detector', models))
  model = {
    ...loaded,
    run(feeds) {
      searches++
      const given = createHash('sha256')
      for (const { data } of Object.values(feeds)) given.update(data)
      const key = given.digest('hex')
      const answer = answers.get(key) ?? loaded.run(feeds)
      answers.set(key, answer)
      return answer
    },
  }
})
afterAll(() => model.close())

const start = 1_800_000_000_000
const none = new Set<string>()
const always = () => true

/** The car lots of the first camera. */
const viewOf = (street: Street): View => ({
  camera_sn: 'C1',
  lots: street
    .lots(0)
    .filter(({ kind }) => kind === 'car')
    .map(({ lot_no, polygon }) => {
      return { scene_id: 's', lot_no, cell: 0, polygon, difficult: 0, motorcycles: false }
    }),
  focus: null,
  feature: [],
  cover_th: 0.4,
  plate_type: 0,
  motor_det: false,
})
const visionOf = (street: Street, max_tiles: number): CameraVision =>
  createVision({ detector: { model, spec: shipped_detector }, max_tiles })(viewOf(street))

test.each(['day', 'night', 'rain'] as const)('%s: a picture is searched when it changes', async (light) => {
  let now = start
  const street = createStreet({ cameras: 1, seed: 5, traffic: false, now: () => now })
  street.relight(0, lights[light])
  street.arrive(0, 1)
  const { observe } = visionOf(street, 1)
  /** Whether the picture `ms` later is searched for vehicles, and the lots in which one is seen. */
  async function lookAfter(ms: number, confirms = always) {
    now += ms
    const before = searches
    const look = await observe(readFrame(await street.frame(0, 'C1'))!.picture, now, none, confirms)
    const taken = look.lots.filter(({ evidence }) => (evidence.llr ?? 0) > 0).map(({ lot_no }) => lot_no)
    return { searched: searches > before, taken, look }
  }
  const first = await lookAfter(1000)
  const second = await lookAfter(5000)
  expect([first.searched, second.searched]).toEqual([true, false])
  expect(second.look.lots.map(({ evidence }) => evidence)).toEqual(
    first.look.lots.map(({ evidence }) => evidence),
  )
  expect(second.look.lots[1]?.appearance).not.toEqual(first.look.lots[1]?.appearance)
  expect((await lookAfter(5000, () => false)).searched).toBe(true)
  street.arrive(0, 0)
  const arrived = await lookAfter(5000)
  expect([arrived.searched, arrived.taken.includes('A01')]).toEqual([true, true])
  street.leave(0, 0)
  expect((await lookAfter(5000)).searched).toBe(true)
  street.relight(0, lights[light === 'day' ? 'dusk' : 'day'])
  expect((await lookAfter(5000)).searched).toBe(true)
  // However little changes, nothing is believed for longer than a minute.
  expect((await lookAfter(5000)).searched).toBe(false)
  expect((await lookAfter(57_000)).searched).toBe(true)
})

test('a street in motion: the same events at the same times, with far fewer searches', async () => {
  async function play(repeats: boolean) {
    let now = start
    const pace = { first: 25, then: 25, slowAfter: 0 }
    const street = createStreet({ cameras: 1, seed: 3, pace, now: () => now })
    const { observe } = visionOf(street, 2)
    const events: unknown[] = []
    const before = searches
    let state = no_state
    while (now < start + 90_000) {
      const confirms = mayRepeat(state)
        ? (look: Parameters<typeof decide>[1]) => onlyConfirms(state, look, by())
        : undefined
      const picture = readFrame(await street.frame(0, 'C1'))!.picture
      const step = decide(state, await observe(picture, now, none, repeats ? confirms : undefined), by())
      state = step.state
      for (const { lot_no, event_type, event_time, decided } of step.events)
        events.push([lot_no, event_type, event_time - start, decided - start])
      now += cadenceOf(5, isWatching(state), 0, 0).wait_ms
    }
    return { events, searched: searches - before }
  }
  const [whole, repeated] = [await play(false), await play(true)]
  expect(repeated.events).toEqual(whole.events)
  expect(whole.events.length).toBeGreaterThan(2)
  expect(repeated.searched).toBeLessThan(whole.searched)
})
