/** The ground truth of a frame: its vehicles, in the picture's coordinates. */
import { shapes } from './car-shapes.ts'
import { footprintOf } from './car.ts'
import type { SeenVehicle } from './jpeg-comment.ts'
import { frame_height, frame_width, type Lens, type Pixel, type Point3 } from './lens.ts'
import { scooterFootprint } from './motorcycle.ts'
import type { Place } from './place.ts'
import { convexHull } from './shadow.ts'
import type { Vehicle } from './traffic.ts'

export type Drawn = {
  vehicle: Vehicle
  place: Place
  /** The plate's corners, if that end of the vehicle faces the camera. */
  plate: Point3[] | undefined
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000
const normal = ([x, y]: Pixel): [number, number] => [round(x / frame_width), round(y / frame_height)]
const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** The corners of a lot in the picture, clipped to its edges. */
export const polygonOf = (lens: Lens, corners: readonly Point3[]): [number, number][] =>
  lens
    .outline(corners)
    .map((pixel) => normal(pixel))
    .map(([x, y]) => [clamp(x), clamp(y)])

/** Describes the vehicles of a frame; `drawn` is in drawing order, from far to near. */
export function seenVehicles(lens: Lens, drawn: readonly Drawn[]): SeenVehicle[] {
  const outlines = drawn.map(({ vehicle, place }) => silhouette(lens, vehicle, place))
  return drawn.flatMap(({ vehicle, place, plate }, i) => {
    const footprint = lens.outline(groundOf(vehicle, place)).map(normal)
    const box = boxOf(outlines[i]!)
    if (footprint.length < 3 || box[2] - box[0] <= 0 || box[3] - box[1] <= 0) return []
    const corners = plate && lens.outline(plate)
    const hidden =
      !corners ||
      corners.length !== 4 ||
      !inFrame(corners) ||
      outlines.slice(i + 1).some((nearer) => covers(nearer, corners))
    return [
      {
        plate: vehicle.plate.number,
        color: vehicle.plate.color,
        kind: vehicle.kind,
        footprint,
        box,
        ...(hidden ? {} : { plate_box: boxOf(corners) }),
      },
    ]
  })
}

const groundOf = (vehicle: Vehicle, place: Place): Point3[] =>
  vehicle.kind === 'car' ? footprintOf(vehicle, place) : scooterFootprint(place)

/** An approximate outline of the vehicle: around its ground, its shoulders and its roof. */
function silhouette(lens: Lens, vehicle: Vehicle, place: Place): Pixel[] {
  const ground = groundOf(vehicle, place)
  const [height, shoulder] = vehicle.kind === 'car' ? [shapes[vehicle.shape].height, 0.9] : [1.1, 0.8]
  const middle = [0, 1].map((axis) => ground.reduce((sum, p) => sum + p[axis]! / 4, 0)) as [number, number]
  const shrunk = (share: number, z: number): Point3[] =>
    ground.map(([x, y]) => [middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share, z])
  const points = [...ground, ...shrunk(0.98, shoulder), ...shrunk(0.62, height)]
  const pixels = points.map((p) => lens.project(p)).filter((p) => p !== undefined)
  return convexHull(pixels.map(([x, y]): Point3 => [x, y, 0])).map(([x, y]): Pixel => [x, y])
}

function boxOf(pixels: readonly Pixel[]): [number, number, number, number] {
  const [xs, ys] = [pixels.map(([x]) => x / frame_width), pixels.map(([, y]) => y / frame_height)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map((v) => round(clamp(v))) as [
    number,
    number,
    number,
    number,
  ]
}

const inFrame = (pixels: readonly Pixel[]): boolean =>
  pixels.every(([x, y]) => x > 0 && y > 0 && x < frame_width && y < frame_height)

/** Whether the centre of `corners` is inside the convex outline. */
function covers(outline: readonly Pixel[], corners: readonly Pixel[]): boolean {
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, p) => sum + p[axis]! / corners.length, 0)) as [
    number,
    number,
  ]
  return (
    outline.length > 2 &&
    outline.every(([ax, ay], i) => {
      const [bx, by] = outline[(i + 1) % outline.length]!
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
    })
  )
}
