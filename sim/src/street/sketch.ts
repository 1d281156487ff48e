/** A three-dimensional sketch pad that converts flat pieces in metres to SVG elements, in drawing order. */
import type { Lens, Pixel, Point3 } from './lens.ts'
import { lit, type Light } from './light.ts'
import { textPath, textWidth } from './text.ts'

export type Normal = readonly [number, number, number]
export const up: Normal = [0, 0, 1]
export type Ink = {
  normal?: Normal
  opacity?: number
  /** Keeps its colour in any light: lamps, screens, the sky. */
  bright?: boolean
  smooth?: boolean
}
export type Sketch = {
  readonly lens: Lens
  readonly light: Light
  /** A flat piece. */
  flat: (points: readonly Point3[], color: string, ink?: Ink) => void
  /** A text centred at `middle`; `across` and `down` are its axes (metres per em). */
  text: (text: string, middle: Point3, across: Point3, down: Point3, color: string, ink?: Ink) => void
  /** Whether a piece with this normal faces the camera. */
  faces: (point: Point3, normal: Normal) => boolean
  raw: (svg: string) => void
  svg: () => string
}

export const pathOf = (pixels: readonly Pixel[]): string =>
  `M${pixels.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`
const middleOf = (points: readonly Point3[]): Point3 => {
  const sum = points.reduce<[number, number, number]>(
    (all, p) => [all[0] + p[0], all[1] + p[1], all[2] + p[2]],
    [0, 0, 0],
  )
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length]
}

/** An empty pad. */
export function createSketch(lens: Lens, light: Light): Sketch {
  const parts: string[] = []
  const colorAt = (color: string, at: Point3, ink: Ink): string =>
    ink.bright ? color : lit(color, light, ink.normal ?? up, lens.depth(at))
  const fill = (color: string, ink: Ink): string =>
    `fill="${color}"${ink.opacity === undefined ? '' : ` fill-opacity="${ink.opacity}"`}`
  return {
    lens,
    light,
    flat(points, color, ink = {}) {
      const pixels = lens.outline(points)
      if (pixels.length < 3) return
      const shade = colorAt(color, middleOf(points), ink)
      // a thin stroke in the same colour closes the seams between neighbouring pieces
      parts.push(
        `<path d="${pathOf(pixels)}" ` +
          `${fill(shade, ink)}${ink.smooth ? ` stroke="${shade}" stroke-width=".7"` : ''}/>`,
      )
    },
    text(text, middle, across, down, color, ink = {}) {
      const half = textWidth(text) / 2
      const side = lens.mirrored ? -1 : 1
      const d = textPath(text, (u, v) => {
        const [a, b] = [(u - half) * side, v + 0.36] // 0.36: half the height of a capital letter
        return lens.project([
          middle[0] + across[0] * a + down[0] * b,
          middle[1] + across[1] * a + down[1] * b,
          middle[2] + across[2] * a + down[2] * b,
        ])
      })
      if (d) parts.push(`<path d="${d}" ${fill(colorAt(color, middle, ink), ink)}/>`)
    },
    faces: (point, normal) =>
      (lens.eye[0] - point[0]) * normal[0] +
        (lens.eye[1] - point[1]) * normal[1] +
        (lens.eye[2] - point[2]) * normal[2] >
      0,
    raw: (svg) => void parts.push(svg),
    svg: () => parts.join('\n'),
  }
}
