/**
 * Records the looks of one camera on a simulated day. Between two movements only sensor noise changes the
 * picture, so each such scene is observed only a few times; `replay-day.ts` repeats those looks at the
 * cadence of the program.
 */
import { createVision, type VisionOptions } from '@parking/analysis/vision/camera-vision.ts'
import type { Box } from '@parking/analysis/look/boxes.ts'
import { keyOf, type Look, type LotPlace, type View } from '@parking/analysis/look/look.ts'
import { readFrame } from '@parking/sim/analysis/frame-comment.ts'
import { lights } from '@parking/sim/street/light.ts'
import { createStreet, type Street } from '@parking/sim/street/street.ts'
import { lightTimes, movementsOf, type LightName, type Movement } from './day-plan.ts'

/** The car in a lot: its plate, the width of the plate in pixels (0 if not visible), and its box. */
export type Stood = { readonly plate: string; readonly width: number; readonly box: Box }
export type Scene = {
  /** Milliseconds since the day began. */
  readonly from: number
  readonly light: LightName
  readonly looks: readonly Look[]
  /** By lot; empty lots are absent. */
  readonly stood: Readonly<Record<string, Stood>>
}
export type Day = {
  readonly camera: number
  readonly view: View
  readonly movements: readonly (Movement & { readonly lot_no: string })[]
  /** The whole day once `done`. */
  readonly scenes: readonly Scene[]
  readonly done: boolean
  /** What the vision has learned, and how often each plate was read, so that a recording can be continued. */
  readonly learned?: unknown
  readonly read: Readonly<Record<string, number>>
}

export const start = 1_800_000_000_000
/**
 * A scene gets one look, every eighth scene two, and a scene in fog or rain more, until the vision has
 * learned the weather. If the only look at a scene is wrong, the whole scene is wrong: the worst case.
 */
const [second_look_each, max_looks] = [8, 14]
const look_ms = 2000
/** Number of looks of a stay in which the plate is read. */
const readings = 2

export type RecordOptions = {
  readonly seed: number
  readonly camera: number
  /** Time limit in milliseconds; another call with `before` records the rest of the day. */
  readonly budget_ms?: number
  readonly before?: Day
}

/** Motorcycles are left out, because the detector has no class for them. */
export async function recordDay(options: VisionOptions, given: RecordOptions): Promise<Day> {
  const { seed, camera, budget_ms = Infinity, before } = given
  const began = performance.now()
  let now = start
  const street = createStreet({ seed, traffic: false, now: () => now })
  const view = viewOf(street, camera)
  const lots = street.lots(camera)
  const cars = lots.flatMap(({ kind }, at) => (kind === 'car' ? [at] : []))
  const movements = movementsOf(seed * 101 + camera, cars)
  const named = movements.map((one) => ({ ...one, lot_no: lots[one.lot]!.lot_no }))
  const turns = lightTimes(camera)
  const times = [...new Set([...movements, ...turns].map(({ ms }) => ms))].sort((a, b) => a - b)
  const vision = createVision(options)(view, before?.learned)
  const read = new Map(Object.entries(before?.read ?? {}))
  const scenes: Scene[] = [...(before?.scenes ?? [])]
  let light: LightName = 'night'

  async function recordScene(from: number): Promise<Scene> {
    const looks: Look[] = []
    const widths = new Map<string, number>()
    const boxes = new Map<string, Box>()
    const plates = new Map(street.plates(camera).map(([plate = ''], at) => [lots[at]!.lot_no, plate]))
    const wanted_looks = scenes.length % second_look_each === 0 ? 2 : 1
    for (let at = 0; at < max_looks && (at < wanted_looks || isBlurred(looks.at(-1))); at++) {
      now = start + from + 1000 + at * look_ms
      const frame = readFrame(await street.frame(camera, 'C'))!
      for (const { plate, plate_box, box } of frame.truth.cars) {
        boxes.set(plate, box)
        if (plate_box) widths.set(plate, Math.round((plate_box[2] - plate_box[0]) * 1920))
      }
      const wanted = view.lots.filter(({ lot_no }) => {
        const plate = plates.get(lot_no) ?? ''
        return widths.has(plate) && (read.get(plate) ?? 0) < readings
      })
      looks.push(await vision.observe(frame.picture, now, new Set(wanted.map(keyOf))))
      for (const { lot_no } of wanted) read.set(plates.get(lot_no)!, (read.get(plates.get(lot_no)!) ?? 0) + 1)
    }
    const stood = [...plates].flatMap(([lot_no, plate]) => {
      const box = boxes.get(plate)
      return box
        ? [[lot_no, { plate: plate.replace('-', ''), width: widths.get(plate) ?? 0, box }] as const]
        : []
    })
    return { from, light, looks, stood: Object.fromEntries(stood) }
  }

  for (const [at, from] of times.entries()) {
    if (performance.now() - began > budget_ms) break
    for (const { lot, kind } of movements.filter(({ ms }) => ms === from))
      if (kind === 'exit') street.leave(camera, lot)
      else street.arrive(camera, lot)
    const turned = turns.find(({ ms }) => ms === from)
    if (turned) street.relight(camera, lights[(light = turned.light)])
    if (at >= scenes.length) scenes.push(await recordScene(from))
  }
  return {
    camera,
    view,
    movements: named,
    scenes,
    done: scenes.length === times.length,
    learned: vision.learned(),
    read: Object.fromEntries(read),
  }
}

const isBlurred = (look: Look | undefined): boolean =>
  look?.lots.some(({ evidence }) => evidence.kind === 'unknown' && evidence.why === 'blurred') ?? false

export function viewOf(street: Street, camera: number): View {
  const lots = street.lots(camera).filter(({ kind }) => kind === 'car')
  return {
    camera_sn: `C${camera}`,
    lots: lots.map(({ lot_no, polygon }): LotPlace => ({
      scene_id: `s${camera}`,
      lot_no,
      cell: 0,
      polygon,
      difficult: 0,
      motorcycles: false,
    })),
    focus: null,
    feature: [],
    cover_th: 0.4,
    plate_type: street.views[camera]?.region === 'taiwan' ? 1 : 0,
    motor_det: false,
  }
}
