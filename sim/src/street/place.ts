import type { Point3 } from './lens.ts'
import type { Normal } from './sketch.ts'

/**
 * The place of a vehicle: its centre on the ground, and the direction of its nose (degrees to the right of
 * "along the street").
 */
export type Place = { x: number; y: number; heading: number }
export type Frame = {
  point: (side: number, along: number, z: number) => Point3
  direction: (side: number, along: number, z?: number) => Normal
}

/** The vehicle's own axes: metres to its right, towards its nose, and up. */
export function frameOf(place: Place): Frame {
  const turn = (place.heading * Math.PI) / 180
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  return {
    point: (side, along, z) => [place.x + side * cos + along * sin, place.y - side * sin + along * cos, z],
    direction: (side, along, z = 0) => [side * cos + along * sin, -side * sin + along * cos, z],
  }
}
