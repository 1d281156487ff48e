/** Draws the pictures for the one-file analysis kit: each state of its lots under each camera. */
import sharp from 'sharp'
import { readFrame } from '@parking/sim/analysis/frame-comment.ts'
import type { PackedView } from '@parking/sim/analysis-check/packed-scenery.ts'
import { drawnScenery, used_lots } from '@parking/sim/analysis-check/scenery.ts'
import type { SeenVehicle } from '@parking/sim/street/jpeg-comment.ts'

/** Narrower than the street's own pictures, so that thirty-two fit into a file of a few megabytes. */
const width = 1600
const states = 2 ** used_lots

export async function drawViews(): Promise<PackedView[]> {
  const { places } = drawnScenery()
  const views = places.map((place) => ({
    place: { ...place, width, height: (place.height * width) / place.width },
    frames: [] as string[],
    cars: [] as SeenVehicle[],
  }))
  for (let state = 0; state < states; state++)
    for (const [camera, view] of views.entries()) {
      const { truth, picture } = await drawState(camera, state)
      const small = await sharp(picture).resize(width).jpeg({ quality: 75, mozjpeg: true }).toBuffer()
      view.frames.push(small.toString('base64'))
      // In the last state all lots are occupied, so its vehicles are those of every lot, in the order of the
      // lots.
      if (state === states - 1) view.cars.push(...carsByLot(truth, view.place.lots))
    }
  return views
}

/** Draws a street of its own. All lots are occupied first, so that a lot always has the same vehicle. */
async function drawState(camera: number, state: number) {
  const street = drawnScenery()
  for (let lot = 0; lot < used_lots; lot++) street.arrive(camera, lot)
  for (let lot = 0; lot < used_lots; lot++) if (!(state & (2 ** lot))) street.leave(camera, lot)
  const frame = readFrame(await street.frame(camera))
  if (!frame) throw new Error('the street drew a frame without its truth')
  return { truth: frame.truth.cars as SeenVehicle[], picture: frame.picture }
}

type Outline = PackedView['place']['lots'][number]
const centre = (points: readonly (readonly [number, number])[]) => ({
  x: points.reduce((sum, [x]) => sum + x, 0) / points.length,
  y: points.reduce((sum, [, y]) => sum + y, 0) / points.length,
})

/** The vehicle whose ground position is nearest to each lot. */
function carsByLot(cars: readonly SeenVehicle[], lots: readonly Outline[]): SeenVehicle[] {
  return lots.map(({ polygon }) => {
    const { x, y } = centre(polygon)
    const far = ({ footprint }: SeenVehicle) => {
      const at = centre(footprint)
      return Math.hypot(at.x - x, at.y - y)
    }
    return cars.toSorted((a, b) => far(a) - far(b))[0]!
  })
}
