/** Lots on their way to another picture: moved, sized, turned and mirrored as a whole, and with numbers that nobody has yet. */
import type { Clip } from './clip.ts'
import { share, type SharePoint, type Size } from './geometry.ts'
import { nextLotNo } from './lot-numbers.ts'

/** `x`, `y`: shares of the picture. `turn` in degrees, clockwise. */
export type Placement = {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly turn: number
  readonly mirrored: boolean
}
export const as_it_was: Placement = { x: 0, y: 0, scale: 1, turn: 0, mirrored: false }
export const placement_limits = { scale: { min: 0.25, max: 4 }, turn: { min: -180, max: 180 } } as const

/** Plus nothing, so that there is one zero. */
const neat = (value: number): number => Math.round(value * 1e6) / 1e6 + 0

/** The clip's corners on a picture of this size. Sizing and turning go round the middle of the whole, and keep its shape in pixels. */
export function placed(
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
      neat(middle[0] + x + (u * cos - v * sin) / width),
      neat(middle[1] + y + (u * sin + v * cos) / height),
    )
  })
}

/** A rounding's breadth beyond the rim is no lot outside. */
export const isInside = (points: readonly SharePoint[]): boolean =>
  points.every(([x, y]) => x >= -1e-6 && x <= 1 + 1e-6 && y >= -1e-6 && y <= 1 + 1e-6)

/**
 * Numbers for the copies, in order. Without a prefix each keeps its own where that is free, else the next free one follows; with one, it takes
 * the place of the letters before the digits.
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
