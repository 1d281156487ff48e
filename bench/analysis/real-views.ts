/** Lots of real views, each picture judged alone: by day, at night, and in an empty car park with shadows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVision, type VisionOptions } from '@parking/analysis/vision/camera-vision.ts'
import type { LotPlace } from '@parking/analysis/look/look.ts'
import { decodePicture } from '@parking/analysis/picture/raster.ts'
import { share, type Result, type Row } from './parts.ts'
import { floorsOf, nightOf } from './real-places.ts'
import { pictureOf, type RealPlace, type RealSet } from './real-set.ts'

/** Wrong lots: of all lots an unknown one counts as the sign of its evidence; `known` leaves those out. */
type Figures = {
  lots: number
  wrong: number
  unknown: number
  missed: number
  phantom: number
  edges: number
  brightness: number
}
const none = (): Figures => ({
  lots: 0,
  wrong: 0,
  unknown: 0,
  missed: 0,
  phantom: 0,
  edges: 0,
  brightness: 0,
})
const night_light = 0.22
const lights = [
  ['by day', undefined, 'at least 97 %'],
  ['at 22 % light, noise of 8', 8, 'at least 92 %'],
] as const

/** The part `real-views`: every view by day and at night, the worst of them, and the empty car park. */
export async function realViews(options: VisionOptions, { folder, entries }: RealSet): Promise<Result> {
  const rows: Row[] = []
  for (const [name, noise, limit] of lights) {
    const views = new Map<string, Figures>()
    for (const entry of entries) {
      if (entry.kind !== 'places') continue
      const view = `${entry.view} ${entry.view?.startsWith('PKLot') ? entry.time?.slice(0, 10) : ''}`.trim()
      const figures = views.get(view) ?? none()
      views.set(view, figures)
      const day = await pictureOf(folder, entry.file)
      const jpeg = noise === undefined ? day : await nightOf(day, night_light, noise)
      await judgeLots(options, jpeg, entry.truth, figures)
    }
    const known = [...views].toSorted(([, a], [, b]) => rightOf(a) - rightOf(b))
    const [worst] = known
    if (worst) rows.push([`lots, worst view ${name} (${worst[0]})`, limit, ...cellsOf(worst[1])])
    for (const [view, figures] of known) rows.push([`lots of ${view}, ${name}`, '', ...cellsOf(figures)])
  }
  const empty = none()
  const places = JSON.parse(readFileSync(join(folder, 'places-empty/places.json'), 'utf8')) as RealPlace[]
  const all_empty = places.map((one): RealPlace => ({ ...one, occupied: 0 }))
  for (const entry of entries)
    if (entry.kind === 'places-all-empty')
      await judgeLots(options, await pictureOf(folder, entry.file), all_empty, empty)
  const phantom = `${((100 * empty.phantom) / Math.max(1, empty.lots)).toFixed(2)} % of ${empty.lots}`
  rows.push(['empty car park with moving shadows: phantom', 'at most 0.5 %', phantom])
  return { rows, notes: [] }
}

const rightOf = ({ lots, wrong }: Figures): number => (lots - wrong) / Math.max(1, lots)
const cellsOf = ({ lots, wrong, unknown, missed, phantom, edges, brightness }: Figures) =>
  [
    `${share(lots - wrong, lots)}, ${unknown} unknown, seen wrongly: ${missed} missed, ${phantom} phantom`,
    share(lots - edges, lots),
    share(lots - brightness, lots),
  ] as const

async function judgeLots(
  options: VisionOptions,
  jpeg: Buffer,
  truth: readonly RealPlace[],
  figures: Figures,
): Promise<void> {
  const raster = await decodePicture(jpeg)
  const lots = truth.map((place, at): LotPlace => {
    const polygon = cornersOf(place).map(([x, y]) => [x / raster.width, y / raster.height] as const)
    return { scene_id: 'real', lot_no: String(at), cell: 0, polygon, difficult: 0, motorcycles: false }
  })
  const view = { camera_sn: 'real', lots, focus: null, feature: [], cover_th: 0.4, motor_det: false }
  const look = await createVision(options)({ ...view, plate_type: 0 }).observe(jpeg, 0, new Set())
  const judged = look.lots.flatMap(({ evidence }, at) => {
    const { occupied } = truth[at]!
    return occupied === null ? [] : [{ evidence, taken: occupied === 1, corners: cornersOf(truth[at]!) }]
  })
  for (const { evidence, taken } of judged) {
    const is_wrong = (evidence.llr ?? 0) > 0 !== taken
    figures.lots++
    if (is_wrong) figures.wrong++
    if (evidence.kind === 'unknown') figures.unknown++
    else if (is_wrong && taken) figures.missed++
    else if (is_wrong) figures.phantom++
  }
  const floors = floorsOf(
    judged.map(({ corners }) => boundsOf(corners)),
    judged.map(({ taken }) => taken),
    raster,
  )
  figures.edges += floors.edges
  figures.brightness += floors.brightness
}

function cornersOf({ polygon, box }: RealPlace): readonly (readonly [number, number])[] {
  if (polygon) return polygon
  const [left, top, width, height] = box!
  return [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ]
}

const boundsOf = (corners: readonly (readonly [number, number])[]): number[] => [
  Math.max(0, Math.floor(Math.min(...corners.map(([x]) => x)))),
  Math.max(0, Math.floor(Math.min(...corners.map(([, y]) => y)))),
  Math.ceil(Math.max(...corners.map(([x]) => x))),
  Math.ceil(Math.max(...corners.map(([, y]) => y))),
]
