/** The data of the wall: each camera with its lots as drawn, and the sums per car park. */
import type { AnswerAt } from '#src/core/api.ts'

export type Wall = AnswerAt<'/api/camera/camera_wall'>
export type Scenes = AnswerAt<'/api/camera/get_scenes'>['list']
export type WallCamera = Wall['cameras'][number]
export type LotStateWord = Wall['lots'][number]['state']
/** Corners as shares (0 to 1) of the picture; empty until the drawing is loaded. */
export type Outline = readonly (readonly [number, number])[]
export type WallLot = Wall['lots'][number] & { polygon: Outline }
export type Tile = { camera: WallCamera; lots: readonly WallLot[]; free: number }
export type Park = { parking_no: string; name: string; lots: readonly WallLot[]; free: number }

export const lot_states = ['occupied', 'free', 'doubtful', 'unseen'] as const satisfies LotStateWord[]

const no_outline: Outline = []

/** Results by the part of an answer they were made from, so that an unchanged part is rendered only once. */
const drawn_lots = new WeakMap<Wall['lots'][number], WallLot>()
const made_tiles = new WeakMap<WallCamera, Tile>()

/** One tile per camera, in the order of the device; the same object as long as nothing on it changes. */
export function tilesOf({ cameras, lots }: Wall, scenes: Scenes): Tile[] {
  const outlines = new Map(
    scenes.flatMap((scene) => scene.lots.map((lot) => [lot.lot_no, lot.polygon as Outline] as const)),
  )
  return cameras.map((camera) => {
    const own = lots
      .filter((lot) => lot.camera_sn === camera.camera_sn)
      .map((lot) => drawnLot(lot, outlines.get(lot.lot_no) ?? no_outline))
    const made = made_tiles.get(camera)
    if (made?.lots.length === own.length && own.every((lot, at) => lot === made.lots[at])) return made
    const tile = { camera, lots: own, free: freeIn(own) }
    made_tiles.set(camera, tile)
    return tile
  })
}

function drawnLot(lot: Wall['lots'][number], polygon: Outline): WallLot {
  const known = drawn_lots.get(lot)
  if (known?.polygon === polygon) return known
  const drawn = { ...lot, polygon }
  drawn_lots.set(lot, drawn)
  return drawn
}

/** The car parks; a car park with lots of only one camera has that camera's name. */
export function parksOf(tiles: readonly Tile[]): Park[] {
  const parks = new Map<string, { lots: WallLot[]; cameras: Set<string> }>()
  for (const { camera, lots } of tiles)
    for (const lot of lots) {
      const park = parks.get(lot.parking_no) ?? { lots: [], cameras: new Set() }
      park.lots.push(lot)
      park.cameras.add(camera.camera_name)
      parks.set(lot.parking_no, park)
    }
  return [...parks].map(([parking_no, { lots, cameras }]) => ({
    parking_no,
    name: cameras.size === 1 ? [...cameras][0]! : parking_no,
    lots,
    free: freeIn(lots),
  }))
}

export const countOf = (lots: readonly WallLot[], state: LotStateWord): number =>
  lots.filter((lot) => lot.state === state).length
const freeIn = (lots: readonly WallLot[]): number => countOf(lots, 'free')

/** The aspect ratio (width / height) of a camera's picture; 16:9 until it is measured. */
export const ratioOf = ({ width, height }: Pick<WallCamera, 'width' | 'height'>): number =>
  width > 0 && height > 0 ? width / height : 16 / 9

/** True unless the camera is online. */
export const isAway = (camera: WallCamera): boolean => camera.state !== 1
