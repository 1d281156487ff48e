/**
 * Plans the drawing of one frame: sizes, crops, lines, texts and what must be hidden (spec §3 "Event
 * params"). Pure: the same parameters and facts give the same plan, with all warnings. Long because the parts
 * share one frame.
 */
import type { EventParam, EvidenceFacts, EvidenceLot } from './facts.ts'
import type { Font } from './font.ts'
import { boxOf, emOf, layBlock, type PlannedText, type TextField } from './layout.ts'
import { missingIn, textWidth } from './lettering.ts'
import {
  boxRound,
  edgesOf,
  fitInto,
  inPicture,
  lengthOf,
  outlineMeets,
  overlap,
  withRoom,
  type Box,
  type Point,
  type Size,
} from './shapes.ts'
import { mosaicCell, readableParts, vehicleArea, type Shown } from './privacy.ts'

export type WarningKind =
  | 'covers_plate'
  | 'covers_lot_line'
  | 'too_long'
  | 'not_drawable'
  | 'empty'
  | 'no_lot'
  | 'no_plate'
  | 'small_plate'
  | 'not_processed'
  | 'larger_than_camera'
/** `lot_nos`: the lots concerned; `detail`: the characters or numbers concerned. */
export type EvidenceWarning = {
  readonly kind: WarningKind
  readonly field: keyof EventParam
  readonly lot_nos: readonly string[]
  readonly detail: string
}

/** A mosaic with cells of `cell` pixels everywhere except in the shown areas. */
export type Mosaic = { readonly cell: number; readonly shown: readonly Shown[] }
/** `from` is the part of the frame, in its own pixels; `size` is the size of the result. */
export type PlannedPicture = {
  readonly kind: 'image' | 'car' | 'plate'
  readonly from: Box
  readonly size: Size
  readonly mosaic?: Mosaic
  /** Made from a picture that the analysis itself cropped. */ readonly given?: true
}
/**
 * Sizes of the pictures that the analysis itself cropped. They are used if the position of the plate or lot
 * in the frame is unknown.
 */
export type Given = { readonly car?: Size; readonly plate?: Size }
export type EvidencePlan = {
  /** The frame is kept as the camera sent it, because `images_process` is off. */
  readonly untouched: boolean
  /** The EXIF orientation is applied. */
  readonly upright: boolean
  readonly pictures: readonly PlannedPicture[]
  /** Drawn on the whole picture, in its pixels. */
  readonly texts: readonly PlannedText[]
  /** A dark background under the text block, so that it is readable over the camera's own text. */
  readonly ground: Box | undefined
  readonly outlines: readonly { readonly lot_no: string; readonly points: readonly Point[] }[]
  readonly max_bytes: number
  readonly warnings: readonly EvidenceWarning[]
}

/** A person cannot read a narrower plate (seven characters of nine pixels). */
const min_plate_px = 64
const plate_room = 0.12
const plate_width_px = 240

/** `frame` is the size of the camera's upright picture. */
export function planEvidence(
  param: EventParam,
  facts: EvidenceFacts,
  frame: Size,
  font: Font,
  given: Given = {},
): EvidencePlan {
  const whole: Box = { x: 0, y: 0, ...frame }
  const max_bytes = param.image_max_bytes
  if (!param.images_process) {
    const warnings: EvidenceWarning[] = param.privacy_protection
      ? [warning('not_processed', 'privacy_protection')]
      : []
    return {
      untouched: true,
      upright: false,
      pictures: [{ kind: 'image', from: whole, size: frame }],
      texts: [],
      ground: undefined,
      outlines: [],
      max_bytes,
      warnings,
    }
  }
  const most = limitsOf(param, frame)
  const size = fitInto(frame, most)
  const own = facts.lots.find(({ lot_no }) => lot_no === facts.lot_no)
  const mosaic = (part: Box, to: Size): Pick<PlannedPicture, 'mosaic'> =>
    param.privacy_protection ? { mosaic: mosaicOf(facts, own, part, to, frame) } : {}
  const plate = facts.plate_box && boxOfPlate(facts.plate_box, frame)
  const pictures: PlannedPicture[] = [{ kind: 'image', from: whole, size, ...mosaic(whole, size) }]
  const car =
    param.image_car && own ? inPicture(withRoom(boxRound(vehicleArea(own, frame)), 0.06), frame) : undefined
  if (car) {
    const to = fitInto(car, limitsOf(param, car))
    pictures.push({ kind: 'car', from: car, size: to, ...mosaic(car, to) })
  } else if (param.image_car && given.car && !param.privacy_protection)
    pictures.push(whole_of('car', given.car, fitInto(given.car, limitsOf(param, given.car))))
  const cut = param.image_plate && plate ? inPicture(withRoom(plate, plate_room), frame) : undefined
  if (cut) {
    const scale = Math.max(1, plate_width_px / cut.width)
    pictures.push({
      kind: 'plate',
      from: cut,
      size: fitInto({ width: Math.round(cut.width * scale), height: Math.round(cut.height * scale) }, most),
    })
  } else if (param.image_plate && given.plate)
    pictures.push(whole_of('plate', given.plate, fitInto(given.plate, most)))
  const drawn = onScreen(param, facts, size, font)
  const warnings = [
    ...drawn.warnings,
    ...(param.image_car && !own ? [warning('no_lot', 'image_car')] : []),
    ...(param.image_plate && !plate && !given.plate ? [warning('no_plate', 'image_plate')] : []),
    ...(plate && (plate.width * size.width) / frame.width < min_plate_px
      ? [
          warning(
            'small_plate',
            'image_width',
            [facts.lot_no],
            String(Math.round((plate.width * size.width) / frame.width)),
          ),
        ]
      : []),
    ...(most.width > frame.width && most.height > frame.height
      ? [warning('larger_than_camera', 'image_width', [], `${frame.width}×${frame.height}`)]
      : []),
  ]
  return {
    untouched: false,
    upright: param.image_direction_adaption,
    pictures,
    texts: drawn.texts,
    ground: drawn.ground,
    outlines: drawn.outlines,
    max_bytes,
    warnings,
  }
}

const whole_of = (kind: 'car' | 'plate', picture: Size, size: Size): PlannedPicture => ({
  kind,
  from: { x: 0, y: 0, ...picture },
  size,
  given: true,
})

const warning = (
  kind: WarningKind,
  field: keyof EventParam,
  lot_nos: readonly string[] = [],
  detail = '',
): EvidenceWarning => ({ kind, field, lot_nos, detail })

/** The size limits; with direction adaption they are swapped for a picture of the other orientation. */
function limitsOf({ image_width, image_height, image_direction_adaption }: EventParam, picture: Size): Size {
  const turned = image_direction_adaption && picture.height > picture.width !== image_height > image_width
  return turned ? { width: image_height, height: image_width } : { width: image_width, height: image_height }
}

function boxOfPlate(
  [left, top, right, bottom]: readonly [number, number, number, number],
  { width, height }: Size,
): Box {
  return { x: left * width, y: top * height, width: (right - left) * width, height: (bottom - top) * height }
}

const pixels = ({ polygon }: EvidenceLot, { width, height }: Size): Point[] =>
  polygon.map(([x, y]) => [x * width, y * height])

function mosaicOf(
  facts: EvidenceFacts,
  own: EvidenceLot | undefined,
  part: Box,
  to: Size,
  frame: Size,
): Mosaic {
  const scale = to.width / part.width
  return {
    cell: Math.max(6, Math.round(mosaicCell(facts.lots, frame) * scale)),
    shown: readableParts(own, facts.lots, frame).map(({ points, readable }) => ({
      readable,
      points: points.map(([x, y]): Point => [(x - part.x) * scale, (y - part.y) * scale]),
    })),
  }
}

type OnScreen = Pick<EvidencePlan, 'texts' | 'ground' | 'outlines'> & { warnings: EvidenceWarning[] }

function onScreen(param: EventParam, facts: EvidenceFacts, size: Size, font: Font): OnScreen {
  if (!param.osd_enabled) return { texts: [], ground: undefined, outlines: [], warnings: [] }
  const lots = facts.lots.map((lot) => ({
    lot_no: lot.lot_no,
    points: pixels(lot, size),
    plate: plateArea(lot, facts, size),
  }))
  const block = layBlock(param, facts, size, font)
  const numbered = lots.filter(
    ({ lot_no }) => param.osd_lot_no_all || (param.osd_lot_no && lot_no === facts.lot_no),
  )
  const labels = numbered.map((lot) =>
    label(lot, param.osd_lot_no_all ? 'osd_lot_no_all' : 'osd_lot_no', size, font),
  )
  const warnings: EvidenceWarning[] = [
    ...block.cut.map((field) => warning('too_long', field)),
    ...block.empty.map((field) => warning('empty', field)),
    ...(param.osd_lot_no && !lots.some(({ lot_no }) => lot_no === facts.lot_no)
      ? [warning('no_lot', 'osd_lot_no')]
      : []),
  ]
  const texts = [...block.texts, ...labels]
  for (const field of new Set(texts.map((text) => text.field))) {
    const mine = texts.filter((text) => text.field === field)
    const lacking = [...new Set(mine.flatMap(({ text }) => missingIn(font, text)))].join('')
    if (lacking) warnings.push(warning('not_drawable', field, [], lacking))
    const hidden = lots
      .filter(({ plate }) => mine.some(({ box }) => overlap(box, plate)))
      .map(({ lot_no }) => lot_no)
    if (hidden.length > 0) warnings.push(warning('covers_plate', field, hidden))
    // The label of a lot is inside its outline on purpose.
    const crossed = block.texts.some((text) => text.field === field)
      ? lots
          .filter(({ points }) => mine.some(({ box }) => outlineMeets(points, box)))
          .map(({ lot_no }) => lot_no)
      : []
    if (crossed.length > 0) warnings.push(warning('covers_lot_line', field, crossed))
  }
  const ground =
    block.texts.length > 0
      ? groundOf(
          block.texts.map(({ box }) => box),
          emOf(size) * 0.35,
        )
      : undefined
  return {
    texts,
    ground,
    outlines: param.osd_lot_line
      ? lots.filter(({ lot_no }) => lot_no === facts.lot_no).map(({ lot_no, points }) => ({ lot_no, points }))
      : [],
    warnings,
  }
}

function groundOf(boxes: readonly Box[], room: number): Box {
  const { x, y, width, height } = boxRound(
    boxes.flatMap((box): Point[] => [
      [box.x, box.y],
      [box.x + box.width, box.y + box.height],
    ]),
  )
  return { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room }
}

/**
 * The position of the plate or, if unknown, its likely position: above the lot edge that is nearest to the
 * camera.
 */
function plateArea(lot: EvidenceLot, facts: EvidenceFacts, size: Size): Box {
  if (lot.lot_no === facts.lot_no && facts.plate_box) return boxOfPlate(facts.plate_box, size)
  const nearest = edgesOf(pixels(lot, size)).toSorted(([[, a], [, b]], [[, c], [, d]]) => c + d - (a + b))[0]!
  const [[ax, ay], [bx, by]] = nearest
  const wide = lengthOf(nearest)
  return {
    x: (ax + bx) / 2 - wide * 0.25,
    y: (ay + by) / 2 - wide * 0.4,
    width: wide * 0.5,
    height: wide * 0.35,
  }
}

/** Places the number of a lot inside the lot, at a position that does not hide the plate if possible. */
function label(
  { lot_no, points, plate }: { lot_no: string; points: readonly Point[]; plate: Box },
  field: TextField,
  size: Size,
  font: Font,
): PlannedText {
  const round = boxRound(points)
  const width = textWidth(font, lot_no)
  const em = Math.max(10, Math.min(emOf(size) * 0.9, (round.width * 0.7) / width))
  const middle = {
    x: points.reduce((sum, [x]) => sum + x / points.length, 0),
    y: points.reduce((sum, [, y]) => sum + y / points.length, 0),
  }
  const tried = [0, -0.25, 0.25, -0.4].map((share): PlannedText => {
    const x = clamp(middle.x - (width * em) / 2, em * 0.1, size.width - width * em - em * 0.1)
    const y = clamp(middle.y + round.height * share + em * 0.35, em, size.height - em * 0.3)
    return { field, text: lot_no, x, y, size: em, box: boxOf(x, y, width * em, em, font) }
  })
  return tried.find(({ box }) => !overlap(box, plate)) ?? tried[0]!
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
