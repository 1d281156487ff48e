/**
 * Reads the plate of a vehicle: lines of text are found in the vehicle's box, straightened, read, and decoded
 * as plates. Of several lines the one that is most of a plate wins.
 */
import type { Detection } from '../look/boxes.ts'
import type { PlateReading } from '../look/look.ts'
import type { Model, Tensor } from '../models/runtime.ts'
import { isGrey } from '../picture/measure.ts'
import { scaled, type Raster, type Rect } from '../picture/raster.ts'
import { findText, type TextLine } from './find-text.ts'
import { decodePlate, type DecodedPlate } from './plate-decoder.ts'
import { plateColourOf } from './plate-colour.ts'
import { signsOf, stepsOf } from './sign-steps.ts'
import { sizeOf, straightened, widened, type Quad } from './straighten.ts'

export type ReaderModels = {
  readonly finder: Model
  readonly reader: Model
  /** The text of `plate-signs.txt`. */
  readonly signs: string
}
export type ReadPlate = (
  picture: Raster,
  vehicle: Pick<Detection, 'box'>,
  plate_type: number,
) => Promise<PlateReading | undefined>

/** The reader's height and width: a plate seen at an angle gets its width back. Seven signs need 13 steps. */
const [height, width] = [48, 160]
/** A plate is so many times wider than high, seen from in front and at an angle. */
const [min_aspect, max_aspect] = [1.6, 7.5]
/** Sides of the finder's input, in pixels: a car that is small in the picture is enlarged. */
const [least_side, enlarged_side, most_side] = [320, 640, 960]
/** Room around the vehicle: boxes are often a little small, and plates are at their edge. */
const room = 0.06
const max_lines = 5
/** The finder likes to cut into the first and the last sign: each line is read with more at its ends too. */
const margins = [0, 0.05]
/** Below this ln(Z / free) the line is no plate; below the posterior nothing is worth a vote. */
const [min_likeness, min_p] = [-9, 0.02]
/** Posteriors are too sure of themselves: their odds are taken to this power (docs/models.md). */
const temperature = 1.6

/** Makes the function that reads plates. One picture after the other: a model answers one at a time. */
export function plateReader({ finder, reader, signs }: ReaderModels): ReadPlate {
  const alphabet = signsOf(signs)

  async function readLine(picture: Raster, quad: Quad, type: number) {
    const patch = clear(straightened(picture, quad, width, height))
    const answer = await reader.run({ [reader.inputs[0] ?? 'x']: feedOf(patch) })
    const steps = answer[reader.outputs[0] ?? '']
    const plate = steps && decodePlate(stepsOf(steps, alphabet), type)
    return plate && { plate, patch, width: sizeOf(quad).width }
  }

  return async (picture, { box }, type) => {
    const part = partOf(picture, box)
    const side = sideFor(Math.max(part.width, part.height))
    const cut = await scaled(picture, part, part)
    const lines = (await findText(finder, cut, side)).filter(isPlateLike).slice(0, max_lines)
    let best: { plate: DecodedPlate; patch: Raster; width: number; quad: Quad } | undefined
    for (const line of lines)
      for (const by of margins) {
        const quad = widened(line.quad, by)
        const read = await readLine(cut, quad, type)
        if (!read || read.plate.plate_likeness < min_likeness) continue
        if (!best || worthOf(read.plate) > worthOf(best.plate)) best = { ...read, quad }
      }
    if (!best || best.plate.p < min_p) return undefined
    return {
      signs: best.plate.signs.map((position) =>
        position.slice(0, 5).map(({ sign, p }) => ({ sign, p: softened(p) })),
      ),
      p: softened(best.plate.p),
      color: isGrey(picture) ? 'unknown' : plateColourOf(best.patch, type),
      width: Math.round(best.width),
      box: boxOf(best.quad, part, picture),
    }
  }
}

const sideFor = (length: number): number =>
  Math.max(least_side, Math.min(most_side, Math.max(length, Math.min(enlarged_side, length * 2))))

/** Which of two readings is more of a plate: how well it fits a form, and how sure its text is. */
const worthOf = ({ support, p }: DecodedPlate): number => support + 2 * Math.log(p)

const isPlateLike = ({ quad }: TextLine): boolean => {
  const { width, height: high } = sizeOf(quad)
  return high >= 5 && width / high >= min_aspect && width / high <= max_aspect
}

/** A posterior with its odds taken to the power of 1 / temperature. */
function softened(p: number): number {
  const odds =
    (Math.max(1e-6, Math.min(1 - 1e-6, p)) / (1 - Math.max(1e-6, Math.min(1 - 1e-6, p)))) ** (1 / temperature)
  return odds / (1 + odds)
}

/** The vehicle with some room, in whole pixels. */
function partOf({ width, height: high }: Raster, [left, top, right, bottom]: Detection['box']): Rect {
  const [dx, dy] = [(right - left) * room, (bottom - top) * room]
  const x = Math.max(0, Math.floor((left - dx) * width))
  const y = Math.max(0, Math.floor((top - dy) * high))
  return {
    left: x,
    top: y,
    width: Math.max(8, Math.min(width, Math.ceil((right + dx) * width)) - x),
    height: Math.max(8, Math.min(high, Math.ceil((bottom + dy) * high)) - y),
  }
}

/** The patch with its brightness spread: plates by night are dark, and colours keep their order. */
function clear({ pixels, ...size }: Raster): Raster {
  const sorted = pixels.toSorted()
  const [low, high] = [sorted[Math.floor(sorted.length * 0.02)]!, sorted[Math.floor(sorted.length * 0.98)]!]
  if (high - low > 150 || high - low < 12) return { ...size, pixels }
  const gain = 200 / (high - low)
  return { ...size, pixels: pixels.map((value) => Math.max(0, Math.min(255, 20 + (value - low) * gain))) }
}

/** Blue first, -1 to 1. */
function feedOf(patch: Raster): Tensor {
  const data = new Float32Array(3 * height * width)
  for (let c = 0; c < 3; c++)
    for (let at = 0; at < height * width; at++)
      data[c * height * width + at] = patch.pixels[at * 3 + 2 - c]! / 127.5 - 1
  return { data, dims: [1, 3, height, width] }
}

function boxOf(quad: Quad, part: Rect, picture: Raster): PlateReading['box'] {
  const xs = quad.map(([x]) => (x + part.left) / picture.width)
  const ys = quad.map(([, y]) => (y + part.top) / picture.height)
  const unit = (value: number): number => Math.max(0, Math.min(1, value))
  return [unit(Math.min(...xs)), unit(Math.min(...ys)), unit(Math.max(...xs)), unit(Math.max(...ys))]
}
