/**
 * The eyes of one camera: a picture in, a look out. They learn what is usual at the camera, and answer
 * "unknown" where a lot cannot be judged. Long because a look has many parts.
 */
import { detect } from '../detect/detector.ts'
import { calibrate, llrOf, logitOf, uncalibrated, type Calibrated } from '../detect/calibrate.ts'
import type { ModelSpec } from '../detect/model-spec.ts'
import { supportsOf } from '../detect/lot-supports.ts'
import { hiddenShares, nearerBoxes } from '../detect/support.ts'
import { tilesFor } from '../detect/tiles.ts'
import { boxAround, type Box, type Detection } from '../look/boxes.ts'
import {
  keyOf,
  type Eyes,
  type Look,
  type LotLook,
  type LotPlace,
  type OpenEyes,
  type UnknownReason,
} from '../look/look.ts'
import type { Model } from '../models/runtime.ts'
import { clarify } from '../picture/clarify.ts'
import { bodyOf, bothOf, inSight, type Body } from '../picture/body.ts'
import {
  appearanceOf,
  aroundOf,
  detailOf,
  glareOf,
  greyOf,
  isGrey,
  lightOf,
  type Grey,
} from '../picture/measure.ts'
import { decodePicture } from '../picture/raster.ts'
import { place, vehiclesIn } from '../place/place.ts'
import type { ReadPlate } from '../read/plate-reader.ts'
import { rivalsOf, type Standing } from '../read/rivals.ts'
import { isTaken, judge } from './judge.ts'

export type EyesOptions = {
  readonly detector: { readonly model: Model; readonly spec: ModelSpec }
  readonly readPlate?: ReadPlate
  /** At most so many tiles a look. */
  readonly max_tiles?: number
}

/** Of a lot's ground or window, so much suffices to make it unknown. */
const max_hidden = 0.6
const max_people = 0.5
const max_glare = 0.08
/** Glare is headlights in the dark; by day bright ground and cars are saturated too. */
const glare_below_median = 70
/** Less than this share of the usual detail is rain, fog or motion. */
const min_detail = 0.4
const detail_looks = 20
/** Weaker detections give evidence, but hide nothing and stand nowhere. */
const min_vehicle_score = 0.12
/** A car should be so large in the detector's input, in pixels. */
const min_pixels = 60

type Learned = Calibrated & { readonly details: readonly number[] }

/** Makes `OpenEyes` of loaded models; all cameras share them. */
export function eyesWith({ detector, readPlate, max_tiles = 4 }: EyesOptions): OpenEyes {
  return (view, learned): Eyes => {
    let known = learnedFrom(learned)
    const boxes = view.lots.map(({ polygon }) => boxAround(polygon))
    let bodies: { shape: number; of: readonly Body[] } | undefined
    const bodiesAt = (shape: number): readonly Body[] => {
      if (bodies?.shape !== shape)
        bodies = { shape, of: view.lots.map(({ polygon }) => bodyOf(polygon, shape)) }
      return bodies.of
    }

    /** Why all lots are unknown: the detail is far below what is usual here. */
    function isBlurred(grey: Grey): boolean {
      const detail = detailOf(grey)
      const usual = known.details.toSorted((a, b) => a - b)[Math.floor(known.details.length / 2)]
      const blurred =
        usual !== undefined && known.details.length >= detail_looks / 2 && detail < usual * min_detail
      // A blur that stays becomes what is usual: fog of hours must not silence a camera for good.
      known = { ...known, details: [...known.details, detail].slice(-detail_looks) }
      return blurred
    }

    async function see(bytes: Uint8Array, time: number, read: ReadonlySet<string>): Promise<Look> {
      const picture = await decodePicture(bytes)
      const grey = greyOf(picture)
      const look = {
        camera_sn: view.camera_sn,
        time,
        health: 'ok',
        why: '',
        grey: isGrey(picture),
        around: aroundOf(grey, boxes),
      } as const
      const clear = await clarify(picture)
      const light = clear.gain > 2 ? 'night' : 'day'
      // Small tiles of a dark picture show the detector little but noise.
      const max = clear.gain > 2.5 ? Math.min(2, max_tiles) : max_tiles
      const tiles = tilesFor(picture, boxes, { max, min_pixels, input: detector.spec.input })
      const found = await detect(detector.model, detector.spec, clear.picture, tiles)
      const placed = place(
        found.filter(({ score }) => score >= min_vehicle_score),
        view,
      )
      const candidates = vehiclesIn(found, view)
      const { supports, borrowed } = supportsOf(candidates, placed, view)
      const logits = supports.map(({ value }) => logitOf(value))
      const calibrated = calibrate(known, logits, { time, light })
      known = { ...known, ...calibrated.known }
      const calibration = calibrated.by
      const llrs = logits.map((logit) => llrOf(logit, calibration))
      const blurred = isBlurred(grey)
      const is_dim = lightOf(grey).median < glare_below_median
      const standing = supports.map(({ value, by }, at): Standing | undefined => {
        const vehicle = placed[at]?.vehicle ?? by
        if (!vehicle || !isTaken(llrs[at]!)) return undefined
        return { vehicle, value, placed: placed[at]?.vehicle !== undefined }
      })
      const lots: LotLook[] = []
      // One after the other: a model answers one question at a time.
      for (const [at, lot] of view.lots.entries()) {
        const { scene_id, lot_no, cell } = lot
        const glare = is_dim ? glareOf(grey, lot.polygon) : 0
        const obstacle = obstacleOf(hiddenShares(found, lot.polygon), blurred, glare)
        const doubts = { ...(borrowed[at] && { covered: true as const }), ...(obstacle && { obstacle }) }
        const vehicle = standing[at]?.vehicle
        const body = bodiesAt(picture.width / picture.height)[at]!
        const seen = inSight(body.window, nearerOf(found, standing, at, view.lots))
        const rivals = readPlate && read.has(keyOf(lot)) ? rivalsOf(standing, at, candidates) : undefined
        const plate = vehicle && rivals && (await readPlate?.(picture, vehicle, view.plate_type, rivals))
        lots.push({
          scene_id,
          lot_no,
          cell,
          evidence: judge(llrs[at]!, doubts),
          ...doubts,
          ...(vehicle && { vehicle: { ...vehicle, cover: placed[at]!.cover, ...(plate && { plate }) } }),
          appearance: {
            ...appearanceOf(picture, grey, body.window, look.grey),
            shown: bothOf(body.ground, seen),
            above: bothOf(body.above, seen),
          },
        })
      }
      return { ...look, calibration, lots }
    }
    return { see, learned: () => known }
  }
}

/** What lies before a lot: what stands in lots that are nearer, and what else was found there. */
const nearerOf = (
  found: readonly Detection[],
  standing: readonly (Standing | undefined)[],
  at: number,
  lots: readonly LotPlace[],
): Box[] => {
  const own = standing[at]?.vehicle
  const foot = boxAround(lots[at]!.polygon)[3]
  const others = standing.flatMap((one, other) =>
    one && one.vehicle !== own && boxAround(lots[other]!.polygon)[3] > foot ? [one.vehicle.box] : [],
  )
  return [...others, ...nearerBoxes(found, lots[at]!.polygon).filter((box) => box !== own?.box)]
}

function obstacleOf(
  { vehicles, people }: { vehicles: number; people: number },
  blurred: boolean,
  glare: number,
): UnknownReason | undefined {
  if (blurred) return 'blurred'
  if (glare > max_glare) return 'glare'
  if (vehicles >= max_hidden) return 'hidden'
  return people >= max_people ? 'person' : undefined
}

function learnedFrom(learned: unknown): Learned {
  const fresh: Learned = { ...uncalibrated, details: [] }
  if (typeof learned !== 'object' || learned === null) return fresh
  // It is our own file; what an older version has not stored is learned once more.
  return { ...fresh, ...(learned as Partial<Learned>) }
}
