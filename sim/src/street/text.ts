/** Draws text as outlines from glyphs.json, so that no font of the machine is needed. */
import table from './glyphs.json' with { type: 'json' }

const glyphs = table as unknown as Record<string, [advance: number, path: string]>

/** The width of a text in ems. A character without an outline counts as a space. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, char) => sum + (glyphs[char]?.[0] ?? 300), 0) / 1000

/**
 * The SVG path of a text. `place` maps a point of the text (x and y in ems, baseline at 0, y downwards) to
 * the picture, so that text can be drawn on a road or on a plate as well as on the screen.
 */
export function textPath(
  text: string,
  place: (x: number, y: number) => readonly [number, number] | undefined,
): string {
  let [out, start] = ['', 0]
  for (const char of text) {
    const glyph = glyphs[char]
    if (!glyph) {
      start += 300
      continue
    }
    for (const [, letter, numbers] of glyph[1].matchAll(/([MLQZ])([-\d ]*)/g)) {
      const values = numbers!.split(' ').map(Number)
      out += letter
      for (let i = 0; i + 1 < values.length; i += 2) {
        const at = place((start + values[i]!) / 1000, values[i + 1]! / 1000)
        if (!at) return '' // partly behind the camera: not drawn
        out += `${i ? ' ' : ''}${at[0].toFixed(1)} ${at[1].toFixed(1)}`
      }
    }
    start += glyph[0]
  }
  return out
}

/** The SVG path of a line of screen text; x, y is the left end of its baseline. */
export const screenText = (text: string, x: number, y: number, size: number): string =>
  textPath(text, (u, v) => [x + u * size, y + v * size])
