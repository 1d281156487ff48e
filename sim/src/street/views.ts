/**
 * The eight views of the cameras: the camera's position, the layout of the lots, weather and surroundings.
 */
import { lights, type Light } from './light.ts'
import type { Point3, Pose } from './lens.ts'
import type { Place } from './place.ts'

export type Spot = {
  lot_no: string
  kind: 'car' | 'motorcycles'
  /** Corners on the ground in metres, in order. */
  corners: readonly Point3[]
  places: readonly Place[]
}
export type View = {
  name: string
  /** The operator's number for the parking place (`parking_no`). */
  parking_no: string
  region: 'mainland' | 'taiwan'
  layout: 'kerb' | 'car-park'
  pose: Pose
  mirrored: boolean
  light: Light
  backdrop: 'shops' | 'offices' | 'hedge' | 'sea'
  lots: readonly Spot[]
  seed: number
}

/** In metres: depth and length of a lot at the kerb, width and depth of a lot in a car park. */
const kerb = { from: 0.2, to: 2.5, length: 6 }
const bay = { width: 2.6, depth: 5.3 }
const cells = 6

type Row = { prefix: string; start: number; nose: 'away' | 'towards'; motorcycles?: number }

/** Six lots. `boundsOf`: near left and far right corner of each; `cellsOf`: places for motorcycles. */
function lotsOf(
  { prefix, nose, motorcycles }: Row,
  boundsOf: (at: number) => readonly [x0: number, y0: number, x1: number, y1: number],
  cellsOf: (x0: number, y0: number) => Place[],
): Spot[] {
  return Array.from({ length: 6 }, (_, i) => {
    const [x0, y0, x1, y1] = boundsOf(i)
    const corners: Point3[] = [
      [x0, y0, 0],
      [x1, y0, 0],
      [x1, y1, 0],
      [x0, y1, 0],
    ]
    const lot_no = `${prefix}${String(i + 1).padStart(2, '0')}`
    if (i === motorcycles) return { lot_no, kind: 'motorcycles', corners, places: cellsOf(x0, y0) }
    const car = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, heading: nose === 'away' ? 0 : 180 }
    return { lot_no, kind: 'car', corners, places: [car] }
  })
}

/** Six lots in a row along the kerb, the nearest first. */
const kerbLots = (row: Row): Spot[] =>
  lotsOf(
    row,
    (i) => [kerb.from, row.start + i * kerb.length, kerb.to, row.start + (i + 1) * kerb.length],
    (_, y0) =>
      Array.from({ length: cells }, (_, n) => ({
        x: (kerb.from + kerb.to) / 2,
        y: y0 + 0.65 + n * 0.94,
        heading: -52,
      })),
  )

/** Six lots side by side, open towards the camera. */
const parkLots = (row: Row): Spot[] =>
  lotsOf(
    row,
    (i) => [(i - 3) * bay.width, row.start, (i - 2) * bay.width, row.start + bay.depth],
    (x0, y0) =>
      [0.5, 1.3, 2.1].flatMap((dx) => [1.2, 3.9].map((dy) => ({ x: x0 + dx, y: y0 + dy, heading: 0 }))),
  )

export const views: readonly View[] = [
  {
    name: '深南大道东段 01',
    parking_no: 'SZ-SN-01',
    region: 'mainland',
    layout: 'kerb',
    mirrored: true,
    light: lights.day,
    backdrop: 'shops',
    seed: 11,
    pose: { x: 6.6, y: 0, z: 7.6, yaw: -10.4, pitch: 16.5, focal: 2560 },
    lots: kerbLots({ prefix: 'A', start: 14, nose: 'away' }),
  },
  {
    name: '华强北路 02',
    parking_no: 'SZ-HQ-02',
    region: 'mainland',
    layout: 'kerb',
    mirrored: false,
    light: lights.dusk,
    backdrop: 'shops',
    seed: 23,
    pose: { x: 8.2, y: 0, z: 7, yaw: -12.5, pitch: 14.6, focal: 2150 },
    lots: kerbLots({ prefix: 'B', start: 13.5, nose: 'towards', motorcycles: 0 }),
  },
  {
    name: '科技园停车场 03',
    parking_no: 'SZ-KJ-03',
    region: 'mainland',
    layout: 'car-park',
    mirrored: false,
    light: lights.overcast,
    backdrop: 'offices',
    seed: 37,
    pose: { x: 3.4, y: 0, z: 6.4, yaw: -10.9, pitch: 18.2, focal: 1960 },
    lots: parkLots({ prefix: 'C', start: 15.5, nose: 'away', motorcycles: 5 }),
  },
  {
    name: '桃园路 04',
    parking_no: 'SZ-TY-04',
    region: 'mainland',
    layout: 'kerb',
    mirrored: true,
    light: lights.rain,
    backdrop: 'offices',
    seed: 41,
    pose: { x: 5.4, y: 0, z: 8.4, yaw: -6.6, pitch: 16.2, focal: 2900 },
    lots: kerbLots({ prefix: 'D', start: 17, nose: 'away' }),
  },
  {
    name: '中山北路二段 05',
    parking_no: 'TP-ZS-05',
    region: 'taiwan',
    layout: 'kerb',
    mirrored: true,
    light: lights.night,
    backdrop: 'shops',
    seed: 53,
    pose: { x: 6.2, y: 0, z: 7.2, yaw: -9.6, pitch: 15, focal: 2500 },
    lots: kerbLots({ prefix: 'E', start: 14, nose: 'away', motorcycles: 1 }),
  },
  {
    name: '人民南路 06',
    parking_no: 'SZ-RM-06',
    region: 'mainland',
    layout: 'kerb',
    mirrored: false,
    light: lights.morning,
    backdrop: 'hedge',
    seed: 67,
    pose: { x: 7.4, y: 0, z: 6.6, yaw: -12, pitch: 13.8, focal: 2300 },
    lots: kerbLots({ prefix: 'F', start: 12.5, nose: 'towards' }),
  },
  {
    name: '学府路停车场 07',
    parking_no: 'SZ-XF-07',
    region: 'mainland',
    layout: 'car-park',
    mirrored: true,
    light: lights.afternoon,
    backdrop: 'hedge',
    seed: 79,
    pose: { x: -2.6, y: 0, z: 7.2, yaw: 8, pitch: 19, focal: 1940 },
    lots: parkLots({ prefix: 'G', start: 15.5, nose: 'towards' }),
  },
  {
    name: '濱海路 08',
    parking_no: 'SZ-HB-08',
    region: 'taiwan',
    layout: 'kerb',
    mirrored: false,
    light: lights.haze,
    backdrop: 'sea',
    seed: 83,
    pose: { x: 6.2, y: 0, z: 6.4, yaw: -10.8, pitch: 13.2, focal: 2140 },
    lots: kerbLots({ prefix: 'H', start: 12, nose: 'away' }),
  },
]
