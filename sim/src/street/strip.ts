/** The camera's own on-screen text: clock at the top left, name at the bottom right. */
import sharp from 'sharp'
import { frame_height, frame_width } from './lens.ts'
import { screenText, textWidth } from './text.ts'

export type Strip = { left: number; top: number; width: number; height: number; rgba: Buffer }
const size = 38
const names = new Map<string, Promise<Strip>>()

/** The strips of a moment, in the machine's own time zone. */
export async function drawStrip(time: Date, name: string): Promise<Strip[]> {
  const two = (part: number): string => String(part).padStart(2, '0')
  const clock = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())} 星期${'日一二三四五六'[time.getDay()]}`
  let fixed = names.get(name)
  if (!fixed) names.set(name, (fixed = render(name, (width) => [frame_width - width - 24, frame_height - size - 40])))
  return [await render(clock, () => [24, 20]), await fixed]
}

async function render(text: string, place: (width: number) => readonly [number, number]): Promise<Strip> {
  const [width, height] = [Math.ceil(textWidth(text) * size) + 12, size + 16]
  const d = screenText(text, 6, size, size)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${d}" fill="#fff" stroke="#000" stroke-opacity=".75" stroke-width="4" stroke-linejoin="round" paint-order="stroke"/></svg>`
  const [left, top] = place(width)
  return { left, top, width, height, rgba: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer() }
}
