/** Finds vehicles in a picture: runs the model on each tile and merges what neighbouring tiles both found. */
import type { Model, Tensor } from '../models/runtime.ts'
import { type Raster, type Rect, scaled } from '../picture/raster.ts'
import { areaOf, type Box, type Detection, iouOf, overlapOf } from '../look/boxes.ts'
import { decode } from './decode.ts'
import type { InputSpec, ModelSpec } from './model-spec.ts'

/** A box closer than this to a tile border inside the picture may be only part of a car. */
const border = 0.01
/** Minimum share of a cut box inside an uncut box of another tile at which both are the same car. */
const inside = 0.75
/** Maximum number of boxes of a tile that are compared with each other: no street holds as many vehicles. */
export const max_boxes = 2000

/** All detections in these tiles, best first; boxes from 0 to 1 of the picture. */
export async function detect(
  model: Model,
  spec: ModelSpec,
  picture: Raster,
  tiles: readonly Rect[],
): Promise<Detection[]> {
  const found: Cut[] = []
  for (const tile of tiles) {
    const fit = fitOf(spec.input, tile)
    const feed = await feedOf(spec.input, picture, tile, fit)
    const boxes = likeliest(decode(spec, await model.run({ [spec.input.name]: feed }))).map((one) => ({
      ...one,
      box: boxInPicture(one.box, fit, tile, picture),
    }))
    for (const one of suppress(boxes, spec.nms)) found.push({ ...one, cut: isCut(one.box, tile, picture) })
  }
  return withoutParts(suppress(found, spec.nms)).map(({ box, score, label }) => ({ box, score, label }))
}

const likeliest = (boxes: Detection[]): Detection[] =>
  boxes.length <= max_boxes ? boxes : boxes.toSorted((a, b) => b.score - a.score).slice(0, max_boxes)

type Cut = Detection & { readonly cut: boolean }

/** Whether the box touches a border of its tile that is not a border of the picture. */
function isCut(
  [left, top, right, bottom]: Box,
  tile: Rect,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  const [l, t] = [tile.left / width, tile.top / height]
  const [r, b] = [(tile.left + tile.width) / width, (tile.top + tile.height) / height]
  return (
    (l > 0 && left - l < border) ||
    (t > 0 && top - t < border) ||
    (r < 1 && r - right < border) ||
    (b < 1 && b - bottom < border)
  )
}

/** Drops a part of a car at a tile border if another tile shows the whole car. */
const withoutParts = (found: readonly Cut[]): Cut[] =>
  found.filter(
    (one) =>
      !one.cut ||
      !found.some(
        (other) =>
          other !== one &&
          !other.cut &&
          other.score > one.score * 0.5 &&
          overlapOf(one.box, other.box) > inside * areaOf(one.box),
      ),
  )

/** How the part is placed in the input: scale factors, and its top left corner in pixels of the input. */
type Fit = { readonly sx: number; readonly sy: number; readonly left: number; readonly top: number }

/** How a part of this size is placed in the input. */
function fitOf({ fit, width, height }: InputSpec, part: Pick<Rect, 'width' | 'height'>): Fit {
  const [sx, sy] = [width / part.width, height / part.height]
  if (fit === 'stretch') return { sx, sy, left: 0, top: 0 }
  const scale = Math.min(sx, sy)
  if (fit === 'topleft') return { sx: scale, sy: scale, left: 0, top: 0 }
  return {
    sx: scale,
    sy: scale,
    left: Math.round((width - part.width * scale) / 2 - 0.1),
    top: Math.round((height - part.height * scale) / 2 - 0.1),
  }
}

/** Converts a box of the input to a box of the picture, from 0 to 1. */
function boxInPicture(
  [left, top, right, bottom]: Box,
  fit: Fit,
  part: Rect,
  picture: { readonly width: number; readonly height: number },
): Box {
  const x = (value: number): number => inUnit(((value - fit.left) / fit.sx + part.left) / picture.width)
  const y = (value: number): number => inUnit(((value - fit.top) / fit.sy + part.top) / picture.height)
  return [x(left), y(top), x(right), y(bottom)]
}
const inUnit = (value: number): number => Math.min(1, Math.max(0, value))

/** The part of the picture in the model's input format. */
async function feedOf(spec: InputSpec, picture: Raster, part: Rect, fit: Fit): Promise<Tensor> {
  const { width, height } = spec
  const inside = {
    width: Math.max(1, Math.min(width, Math.round(part.width * fit.sx))),
    height: Math.max(1, Math.min(height, Math.round(part.height * fit.sy))),
  }
  const small = await scaled(picture, part, inside)
  const data = new Float32Array(width * height * 3)
  const planar = spec.layout === 'NCHW'
  for (let channel = 0; channel < 3; channel++) {
    const from = spec.order === 'RGB' ? channel : 2 - channel
    const [mean, std] = [spec.mean[channel]!, spec.std[channel]!]
    const valueOf = (byte: number): number => (byte * spec.scale - mean) / std
    const table = Float32Array.from({ length: 256 }, (_, byte) => valueOf(byte))
    const [step, start] = planar ? [1, channel * width * height] : [3, channel]
    const pad = valueOf(spec.pad)
    for (let y = 0; y < height; y++) {
      const row = y - fit.top
      const outside = row < 0 || row >= inside.height
      for (let x = 0; x < width; x++) {
        const column = x - fit.left
        data[start + (y * width + x) * step] =
          outside || column < 0 || column >= inside.width
            ? pad
            : table[small.pixels[(row * inside.width + column) * 3 + from]!]!
      }
    }
  }
  return { data, dims: planar ? [1, 3, height, width] : [1, height, width, 3] }
}

/**
 * Keeps the best of boxes that overlap by more than `max_iou`. IoU is the only criterion: cars along a kerb
 * are inside each other's boxes, and a containment rule would lose them.
 */
export function suppress<T extends { readonly box: Box; readonly score: number }>(
  found: readonly T[],
  max_iou: number,
): T[] {
  const kept: T[] = []
  for (const one of found.toSorted((a, b) => b.score - a.score))
    if (kept.every(({ box }) => iouOf(box, one.box) <= max_iou)) kept.push(one)
  return kept
}
