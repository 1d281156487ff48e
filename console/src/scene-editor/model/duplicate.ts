/**
 * Places copied lots on another picture: moved, scaled, turned and mirrored as a whole, with free lot
 * numbers.
 */
import type { Clip } from './clip.ts'
import { share, type SharePoint, type Size } from './geometry.ts'
import { nextLotNo } from './lot-numbers.ts'

/** `x`, `y` in shares of the picture; `turn` in degrees, clockwise. */
export type Placement = {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly turn: number
  readonly mirrored: boolean
}
export const original_placement: Placement = { x: 0, y: 0, scale: 1, turn: 0, mirrored: false }
export const placement_limits = { scale: { min: 0.25, max: 4 }, turn: { min: -180, max: 180 } } as const

/** Adding 0 turns -0 into 0. */
const round6 = (value: number): number => Math.round(value * 1e6) / 1e6 + 0

/**
 * The clip's corners on a picture of this size. The clip is scaled and turned about its centre and keeps its
 * shape in pixels.
 */
export function applyPlacement(
  { points }: Clip,
  { x, y, scale, turn, mirrored }: Placement,
  { width, height }: Size,
): SharePoint[] {
  const middle = [0, 1].map((axis) => {
    const values = points.map((at) => at[axis]!)
    return (Math.min(...values) + Math.max(...values)) / 2
  }) as [number, number]
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180) * scale, Math.sin((turn * Math.PI) / 180) * scale]
  return points.map((at) => {
    const [u, v] = [(at[0] - middle[0]) * width * (mirrored ? -1 : 1), (at[1] - middle[1]) * height]
    return share(
      round6(middle[0] + x + (u * cos - v * sin) / width),
      round6(middle[1] + y + (u * sin + v * cos) / height),
    )
  })
}

/** Tolerates a rounding error beyond the edge. */
export const isInside = (points: readonly SharePoint[]): boolean =>
  points.every(([x, y]) => x >= -1e-6 && x <= 1 + 1e-6 && y >= -1e-6 && y <= 1 + 1e-6)

/**
 * Lot numbers for the copies, in order. Without a prefix, a copy keeps its number if it is free, else gets
 * the next free one; a prefix replaces the letters before the digits.
 */
export function freeNumbers(
  numbers: readonly string[],
  taken: ReadonlySet<string>,
  prefix: string,
): string[] {
  const used = new Set(taken)
  return numbers.map((number) => {
    const digits = /\d+\D*$/.exec(number)?.[0] ?? ''
    const wanted = prefix === '' ? number : `${prefix}${digits === '' ? '1' : digits}`
    const free =
      wanted.trim() === '' || used.has(wanted)
        ? nextLotNo(wanted.trim() === '' ? undefined : wanted, used)
        : wanted
    used.add(free)
    return free
  })
}
