/** Renders texts with the outlines of the evidence font: widths, missing characters, and SVG paths. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { readFont, type Font, type OutlinePoint } from './font.ts'

/** The font of evidence, loaded on first use: a box without events never spends its 3 MB of memory. */
export type EvidenceFont = () => Font

/** The font file is next to the migrations (server/fonts). */
export function lazyEvidenceFont(migrations: string): EvidenceFont {
  let font: Font | undefined
  const file = join(dirname(migrations), 'fonts', 'evidence.ttf.br')
  return () => (font ??= readFont(brotliDecompressSync(readFileSync(file))))
}

/** Width of a character that the font lacks: an empty box is drawn, so that the gap is visible. */
const box_width = 0.9

/** The width of a text in ems. */
export const textWidth = (font: Font, text: string): number =>
  [...text].reduce((sum, char) => sum + (font.glyph(char)?.advance ?? box_width), 0)

/** The characters of a text that the font does not have, without duplicates. */
export const missingIn = (font: Font, text: string): string[] => [
  ...new Set([...text].filter((char) => font.glyph(char) === undefined)),
]

/**
 * The SVG path of a text whose first character begins at `x` on the baseline `y`; `size` is an em in
 * pixels.
 */
export function textPath(font: Font, text: string, x: number, y: number, size: number): string {
  let [out, left] = ['', x]
  for (const char of text) {
    const glyph = font.glyph(char)
    const contours = glyph?.contours ?? missing
    for (const contour of contours)
      out += contourPath(
        contour,
        (point) => `${(left + point.x * size).toFixed(1)} ${(y + point.y * size).toFixed(1)}`,
      )
    left += (glyph?.advance ?? box_width) * size
  }
  return out
}

const square = (inset: number): OutlinePoint[] =>
  (
    [
      [inset, -inset + 0.1],
      [0.9 - inset, -inset + 0.1],
      [0.9 - inset, inset - 0.8],
      [inset, inset - 0.8],
    ] as const
  ).map(([x, y]) => ({ x, y, on: true }))
const missing = [square(0.06), square(0.13).toReversed()]

/** Between two control points, the curve passes through their midpoint (TrueType's quadratic outlines). */
function contourPath(
  points: readonly OutlinePoint[],
  write: (point: { x: number; y: number }) => string,
): string {
  if (points.length === 0) return ''
  const begin = points.findIndex((point) => point.on)
  const middle = (a: OutlinePoint, b: OutlinePoint): OutlinePoint => ({
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    on: true,
  })
  const first = begin >= 0 ? points[begin]! : middle(points.at(-1)!, points[0]!)
  const rest =
    begin >= 0 ? [...points.slice(begin + 1), ...points.slice(0, begin), first] : [...points, first]
  let out = `M${write(first)}`
  let control: OutlinePoint | undefined
  for (const point of rest) {
    if (point.on) out += control ? `Q${write(control)} ${write(point)}` : `L${write(point)}`
    else if (control) out += `Q${write(control)} ${write(middle(control, point))}`
    control = point.on ? undefined : point
  }
  return `${out}Z`
}
