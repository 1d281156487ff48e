/** The on-screen text of a camera: the clock at the top left, its name at the bottom right. */
import sharp from 'sharp'
import { frame_height, frame_width } from './lens.ts'
import { screenText, textWidth } from './text.ts'

export type OverlayPart = { left: number; top: number; width: number; height: number; rgba: Buffer }
type Letter = { width: number; height: number; rgba: Buffer }
const size = 38
/** Space around a letter for its dark outline. */
const edge = 6
/** Each letter is drawn once and shared by all cameras. */
const letters = new Map<string, Promise<Letter>>()

/** The overlay of a moment, in the computer's time zone. */
export async function drawOverlayText(time: Date, name: string): Promise<OverlayPart[]> {
  const two = (part: number): string => String(part).padStart(2, '0')
  const clock =
    `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ` +
    `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())} ` +
    `星期${'日一二三四五六'[time.getDay()]}`
  const wide = Math.ceil(textWidth(name) * size) + 2 * edge
  return (
    await Promise.all([line(clock, 24, 20), line(name, frame_width - wide - 24, frame_height - size - 40)])
  ).flat()
}

function line(text: string, left: number, top: number): Promise<OverlayPart[]> {
  let before = 0
  return Promise.all(
    [...text].map(async (char): Promise<OverlayPart> => {
      const at = left + Math.round(before * size)
      before += textWidth(char)
      return { left: at, top, ...(await letterOf(char)) }
    }),
  )
}

function letterOf(char: string): Promise<Letter> {
  const cached = letters.get(char)
  if (cached) return cached
  const letter = render(char)
  letters.set(char, letter)
  return letter
}

async function render(char: string): Promise<Letter> {
  const [width, height] = [Math.ceil(textWidth(char) * size) + 2 * edge, size + 16]
  const d = screenText(char, edge, size, size)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path ` +
    `d="${d}" fill="#fff" stroke="#000" stroke-opacity=".75" stroke-width="4" ` +
    'stroke-linejoin="round" paint-order="stroke"/></svg>'
  return { width, height, rgba: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer() }
}
