/** Finds vehicles in a picture: runs the model on each tile and merges what neighbouring tiles both found. */
import type { Model } from '../models/runtime.ts'
import type { Raster, Rect } from '../picture/raster.ts'
import { areaOf, overlapOf, type Box, type Detection } from '../look/boxes.ts'
import { decode } from './decode.ts'
import { boxInPicture, feedOf, fitOf } from './feed.ts'
import type { ModelSpec } from './model-spec.ts'
import { suppress } from './suppress.ts'

/** A box closer than this to a tile border inside the picture may be only part of a car. */
const border = 0.01
/** Minimum share of a cut box inside an uncut box of another tile at which both are the same car. */
const inside = 0.75

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
    const boxes = decode(spec, await model.run({ [spec.input.name]: feed })).map((one) => ({
      ...one,
      box: boxInPicture(one.box, fit, tile, picture),
    }))
    for (const one of suppress(boxes, spec.nms)) found.push({ ...one, cut: isCut(one.box, tile, picture) })
  }
  return withoutParts(suppress(found, spec.nms)).map(({ box, score, label }) => ({ box, score, label }))
}

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
