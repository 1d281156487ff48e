/**
 * Reads the plate of a vehicle: finds lines of text in the lower part of its box, straightens and reads them,
 * and decodes them as plates of their colour. Of several lines, the most plate-like one wins. Long because
 * searching, cutting out and combining crops share the models.
 */
import type { Box } from '../look/boxes.ts'
import type { PlateReading } from '../look/look.ts'
import type { Model, Tensor } from '../models/runtime.ts'
import { isGrey } from '../picture/measure.ts'
import { type Raster, type Rect, scaled, smoothed } from '../picture/raster.ts'
import { findText } from './find-text.ts'
import { type KnownLines, learnFrom, linesIn } from './known-lines.ts'
import { standsIn } from './lot-below.ts'
import {
  around_lot,
  isCut,
  middleOf,
  offPlace,
  ownLines,
  type Search,
  type Searched,
  searchedPart,
  whole_vehicle,
} from './own-lines.ts'
import { plateColourOf } from './plate-colour.ts'
import { type DecodedPlate, decodePlate, type PlateText, positionsOf, type Step } from './plate-decoder.ts'
import { kindWeightOf, type SeenColour } from './plate-kinds.ts'
import { line_width, type Rows, rowsOf, wholeOf } from './plate-rows.ts'
import { signsOf, stepsOf } from './sign-steps.ts'
import { type Quad, sizeOf, straightened, widened } from './straighten.ts'

export type ReaderModels = {
  readonly finder: Model
  readonly reader: Model
  /** The text of `plate-signs.txt`. */
  readonly signs: string
}
/**
 * What is read: the plate in a vehicle's box, and, if there is none or its box may cut it, one that stands in
 * its lot; `lot.box` is the box around the lot and what rises from it. `known` are the lines of text found
 * since the lot changed; those that are found now are added.
 */
export type Wanted = {
  readonly box?: Box | undefined
  readonly lot?: Required<Searched>
  readonly known?: KnownLines
}
/** `others` are the boxes of the other vehicles in the picture; their plates are not read. */
export type ReadPlate = (
  picture: Raster,
  wanted: Wanted,
  plate_type: number,
  others?: readonly Box[],
) => Promise<PlateReading | undefined>

/**
 * Sizes in which a car is searched, in pixels: it is enlarged up to twice, to `first_side` at most. That cuts
 * into some plates below 70 px, and makes the plates of a near car small, so that a car without a plate is
 * searched again, up to `second_side`.
 */
const [min_side, first_side, second_side] = [320, 640, 960]
const max_candidates = 5
/** Searches around a lot that do while it does not change: one takes up to a second of a slow core. */
const enough_around = 1
/**
 * Crops of the chosen plate: widened at both ends, because the finder tends to cut into the first and last
 * sign, stretched, and smoothed, because enlarged noise and blocks of the compression look like strokes.
 */
const crops = [
  { margin: 0, stretch: 1, smooth: false },
  { margin: 0.05, stretch: 1, smooth: true },
  { margin: 0.02, stretch: 1.25, smooth: false },
  { margin: 0.08, stretch: 1.25, smooth: true },
] as const
/** In pixels of the picture. More would blur the strokes of a plate 60 px wide, which are two pixels wide. */
const smooth_sigma = 0.7
/** Minimum ln(Z / free) for a line to be a plate, and minimum posterior for a reading to count as a vote. */
const [min_likeness, min_p] = [-9, 0.02]

type Chosen = { readonly rows: Rows; readonly steps: Step[]; readonly plate: DecodedPlate }

/** Makes the function that reads plates. Read one picture at a time: a model runs one inference at a time. */
export function plateReader({ finder, reader, signs }: ReaderModels): ReadPlate {
  const alphabet = signsOf(signs)

  async function readCrop(picture: Raster, rows: Rows, { margin, stretch }: (typeof crops)[number]) {
    const steps: Step[] = []
    for (const { quad, width } of rows) {
      const patch = cropOf(picture, widened(quad, margin), Math.round((width * stretch) / 8) * 8)
      const answer = await reader.run({ [reader.inputs[0] ?? 'x']: feedOf(patch) })
      const read = answer[reader.outputs[0] ?? '']
      if (read) steps.push(...stepsOf(read, alphabet), pause)
    }
    return steps
  }

  /** The candidate that is most likely the plate; `away` is its distance from where plates are. */
  async function choose(
    picture: Raster,
    candidates: readonly Rows[],
    type: number,
    away: (rows: Rows) => number,
  ): Promise<Chosen | undefined> {
    let [best, best_score]: [Chosen | undefined, number] = [undefined, -Infinity]
    for (const rows of candidates) {
      const steps = await readCrop(picture, rows, crops[0])
      const plate = decodePlate(steps, type)
      if (!plate || plate.plate_likeness < min_likeness) continue
      const score = scoreOf(plate) - away(rows)
      if (score > best_score) [best, best_score] = [{ rows, steps, plate }, score]
    }
    return best
  }

  return async (picture, { box, lot, known }, type, others = []) => {
    const first = box && (await find(picture, { box, others, search: whole_vehicle, known }, type, sidesFor))
    const search = { ...lot, others, search: around_lot, known }
    // The larger picture alone: the smaller one has just found nothing.
    const sides = box ? (length: number): number[] => sidesFor(length).slice(-1) : sidesFor
    const ended = (first && !first.may_be_cut) || !lot
    const second = ended ? undefined : await find(picture, { ...search, box: lot.box }, type, sides)
    const reading = second ? lessSure(second.reading) : first?.reading
    learnFrom(known, reading !== undefined)
    return reading
  }

  /** The plate in a box, in the first size in which there is one, and whether the border may cut it. */
  async function find(
    picture: Raster,
    searched: Searched & {
      readonly others: readonly Box[]
      readonly search: Search
      readonly known: KnownLines | undefined
    },
    type: number,
    sides: (length: number) => number[],
  ): Promise<{ reading: PlateReading; may_be_cut: boolean } | undefined> {
    const part = searchedPart(picture, searched.box, searched.search)
    const cut = await scaled(picture, part, part)
    const isOwn = (quad: Quad): boolean => {
      const spot = { middle: middleOf(quad, part, picture), width: sizeOf(quad).width / picture.height }
      return !searched.ground || standsIn(spot, searched.ground)
    }
    for (const side of sides(Math.max(part.width, part.height))) {
      const enough = searched.search === around_lot ? enough_around : undefined
      const found = await linesIn(part, side, searched.known, () => findText(finder, cut, side), enough)
      const lines = ownLines(found, part, picture, searched)
      const candidates = rowsOf(lines).filter((rows) => isOwn(wholeOf(rows)))
      const away = (rows: Rows): number =>
        offPlace(middleOf(wholeOf(rows), part, picture), searched.box, searched.search) ?? Infinity
      const chosen = await choose(cut, candidates.slice(0, max_candidates), type, away)
      const reading = chosen && (await readChosen(cut, chosen, type, isGrey(picture)))
      if (!reading) continue
      const whole = wholeOf(chosen.rows)
      const may_be_cut = isCut(whole, part, picture)
      return { reading: { ...reading, box: boxOf(whole, part, picture) }, may_be_cut }
    }
    return undefined
  }

  /** Reads every crop of the chosen plate; undefined if they do not agree enough. */
  async function readChosen(cut: Raster, { rows, steps }: Chosen, type: number, grey: boolean) {
    const whole = wholeOf(rows)
    const unknown: SeenColour = { color: 'unknown', sure: 0 }
    const colour = grey ? unknown : plateColourOf(cropOf(cut, whole, line_width), type)
    const weight = kindWeightOf(colour)
    const smooth = await smoothed(cut, smooth_sigma)
    const read = [decodePlate(steps, type, weight)]
    for (const crop of crops.slice(1))
      read.push(decodePlate(await readCrop(crop.smooth ? smooth : cut, rows, crop), type, weight))
    const plate = combined(read.filter((one) => one !== undefined))
    if (!plate || plate.p < min_p) return undefined
    return {
      signs: plate.signs.map((position) =>
        position.slice(0, 5).map(({ sign, p }) => ({ sign, p: softened(p) })),
      ),
      p: softened(plate.p),
      color: colour.color,
      width: Math.round(sizeOf(whole).width),
    }
  }
}

/** Outside a vehicle's box, a plate may be another one's: it is never certain enough by itself. */
const beyond = 0.9

const lessSure = (reading: PlateReading): PlateReading => ({
  ...reading,
  p: reading.p * beyond,
  signs: reading.signs.map((position) => position.map(({ sign, p }) => ({ sign, p: p * beyond }))),
})

/** A blank between two rows, so that equal signs at their ends are not merged into one. */
const pause: Step = { blank: 1, signs: new Map() }

/** Sizes to try for a part of this length; the second one if the first finds no plate. */
function sidesFor(length: number): number[] {
  const sideFor = (max: number): number => Math.max(min_side, Math.min(max, length * 2))
  const [first, second] = [sideFor(first_side), sideFor(second_side)]
  return second > first ? [first, second] : [first]
}

/**
 * How likely a reading is a plate: how well it fits a form, how certain its text is, and how common its kind
 * is, which counts half, because the shares are rough. Otherwise a badge such as RX300 is as good as a plate.
 */
const scoreOf = ({ plate_likeness, form_p, share }: DecodedPlate): number =>
  plate_likeness + 2 * Math.log(form_p) + Math.log(share) / 2

/** Posteriors are overconfident: their odds are raised to the power of 1 / temperature (docs/models.md). */
const temperature = 1.6

/** A posterior with its odds raised to the power of 1 / temperature. */
function softened(p: number): number {
  const odds =
    (Math.max(1e-6, Math.min(1 - 1e-6, p)) / (1 - Math.max(1e-6, Math.min(1 - 1e-6, p)))) ** (1 / temperature)
  return odds / (1 + odds)
}

function boxOf(quad: Quad, part: Rect, picture: Raster): PlateReading['box'] {
  const xs = quad.map(([x]) => (x + part.left) / picture.width)
  const ys = quad.map(([, y]) => (y + part.top) / picture.height)
  const unit = (value: number): number => Math.max(0, Math.min(1, value))
  return [unit(Math.min(...xs)), unit(Math.min(...ys)), unit(Math.max(...xs)), unit(Math.max(...ys))]
}

/** The height of the reader's input, in pixels. */
const height = 48

/** The plate inside the quad, scaled to `width` by 48 pixels. */
const cropOf = (picture: Raster, quad: Quad, width: number): Raster =>
  spread(straightened(picture, quad, width, height))

/** Stretches the contrast of a patch: plates at night are dark. The order of the colours is preserved. */
function spread({ pixels, ...size }: Raster): Raster {
  const sorted = pixels.toSorted()
  const [low, high] = [sorted[Math.floor(sorted.length * 0.02)]!, sorted[Math.floor(sorted.length * 0.98)]!]
  if (high - low > 150 || high - low < 12) return { ...size, pixels }
  const gain = 200 / (high - low)
  return { ...size, pixels: pixels.map((value) => Math.max(0, Math.min(255, 20 + (value - low) * gain))) }
}

/** The reader's input: BGR, values from -1 to 1. */
function feedOf({ width, pixels }: Raster): Tensor {
  const data = new Float32Array(3 * height * width)
  for (let c = 0; c < 3; c++)
    for (let at = 0; at < height * width; at++)
      data[c * height * width + at] = pixels[at * 3 + 2 - c]! / 127.5 - 1
  return { data, dims: [1, 3, height, width] }
}

/**
 * Combines several crops into one reading: each crop is a guess of where the plate begins and ends, so the
 * posterior of a text is the mean over the crops. Crops that disagree rightly lower the confidence.
 */
type Combined = Pick<DecodedPlate, 'signs' | 'text' | 'p' | 'kind'>

/** The combined reading; undefined if there are no crops. */
export function combined(crops: readonly DecodedPlate[]): Combined | undefined {
  const sums = new Map<string, PlateText>()
  for (const { texts } of crops)
    for (const one of texts)
      sums.set(one.text, { ...one, p: (sums.get(one.text)?.p ?? 0) + one.p / crops.length })
  const texts = [...sums.values()].sort((a, b) => b.p - a.p)
  const [best] = texts
  if (!best) return undefined
  const split = texts.map(({ text, p }) => ({ text: [...text], p }))
  return { ...best, p: Math.min(1, best.p), signs: positionsOf(split, [...best.text].length) }
}
