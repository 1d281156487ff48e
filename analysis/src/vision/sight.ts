/** What the detector and the evenness of the lots say of one picture, and what a camera learns from it. */
import { detect } from '../detect/detector.ts'
import {
  calibrate,
  factory_calibration,
  llrOf,
  logitOf,
  lostToNoise,
  uncalibrated,
  type Calibrated,
} from '../detect/calibrate.ts'
import { contrastEvidence, contrastOf } from '../detect/contrast.ts'
import { supportsOf } from '../detect/lot-supports.ts'
import type { ModelSpec } from '../detect/model-spec.ts'
import { hiding_score, nearerBoxes } from '../detect/support.ts'
import { tilesFor } from '../detect/tiles.ts'
import { boxAround, type Box, type Detection } from '../look/boxes.ts'
import type { LookCalibration, LotPlace, View } from '../look/look.ts'
import type { Model } from '../models/runtime.ts'
import { enhance } from '../picture/enhance.ts'
import { detailOf, greyOf, type Grey } from '../picture/measure.ts'
import type { Raster } from '../picture/raster.ts'
import { place, type Placement, vehiclesIn } from '../place/place.ts'
import type { Occupant } from '../read/neighbours.ts'
import { isTaken, judge } from './judge.ts'

export type Detector = {
  readonly model: Model
  readonly spec: ModelSpec
  /** Maximum number of tiles for a look. */
  readonly max_tiles: number
}

/** What was seen in a picture; the lists have one entry for each lot. */
export type Sight = {
  readonly found: readonly Detection[]
  /** The detections that may be a vehicle. */
  readonly candidates: readonly Detection[]
  readonly placed: readonly Placement[]
  readonly borrowed: readonly boolean[]
  readonly contrasts: readonly number[]
  readonly llrs: readonly number[]
  readonly occupants: readonly (Occupant | undefined)[]
  readonly blurred: boolean
  readonly calibration: LookCalibration
  /** How much the picture was brightened (`Enhanced.gain`). */
  readonly gain: number
}
export type Eyes = {
  readonly see: (picture: Raster, grey: Grey, time: number) => Promise<Sight>
  /** What was learned so far, as plain JSON. */
  readonly learned: () => unknown
}

/** A picture with less than this share of the usual detail is blurred by rain, fog or motion. */
const min_detail = 0.4
const detail_looks = 20
/** Weaker detections count as evidence, but hide nothing and are not assigned to a lot. */
const min_vehicle_score = 0.12
/** Size in pixels that a car should have in the detector's input. */
const min_pixels = 60

type Learned = Calibrated & { readonly details: readonly number[] }

/** Opens the eyes of one camera, with what they have `learned` in an earlier run. */
export function openEyes({ model, spec, max_tiles }: Detector, view: View, learned?: unknown): Eyes {
  let known = learnedFrom(learned)
  const boxes = view.lots.map(({ polygon }) => boxAround(polygon))

  /** Whether the picture has far less detail than usual at this camera: then all lots are unknown. */
  function isBlurred(grey: Grey): boolean {
    const detail = detailOf(grey)
    const usual = known.details.toSorted((a, b) => a - b)[Math.floor(known.details.length / 2)]
    const blurred =
      usual !== undefined && known.details.length >= detail_looks / 2 && detail < usual * min_detail
    // A lasting blur becomes the usual detail: hours of fog must not silence a camera for good.
    known = { ...known, details: [...known.details, detail].slice(-detail_looks) }
    return blurred
  }

  async function see(picture: Raster, grey: Grey, time: number): Promise<Sight> {
    const clear = await enhance(picture)
    const light = clear.gain > 2 ? 'night' : 'day'
    // In a dark picture, small tiles contain little but noise.
    const max = clear.gain > 2.5 ? Math.min(2, max_tiles) : max_tiles
    const tiles = tilesFor(picture, boxes, { max, min_pixels, input: spec.input })
    const found = await detect(model, spec, clear.picture, tiles)
    const placed = place(
      found.filter(({ score }) => score >= min_vehicle_score),
      view,
    )
    const candidates = vehiclesIn(found, view)
    const { supports, borrowed } = supportsOf(candidates, placed, view)
    const lost = lostToNoise(clear.noise)
    const logits = supports.map(({ value }) => logitOf(value) + lost)
    const clear_grey = clear.gain === 1 ? grey : greyOf(clear.picture)
    // Weak boxes hide nothing: they surround every car.
    const sure = placed.map((one) => ((one.vehicle?.score ?? 0) >= hiding_score ? one : undefined))
    const contrasts = contrastEvidence(
      view.lots.map(({ polygon }, at) =>
        contrastOf(clear_grey, polygon, nearerOf(found, sure, at, view.lots)),
      ),
      logits.map((logit) => llrOf(logit, factory_calibration[light])),
    )
    const { by: calibration, known: next } = calibrate(known, logits, { time, light, contrasts })
    known = { ...known, ...next }
    const llrs = logits.map((logit, at) => llrOf(logit, calibration) + contrasts[at]!)
    const occupants = supports.map(({ value, by }, at): Occupant | undefined => {
      const vehicle = placed[at]?.vehicle ?? by
      if (!vehicle || !isTaken(llrs[at]!)) return undefined
      const is_sure = judge(llrs[at]!, {}).kind === 'seen'
      return { vehicle, value, sure: is_sure, placed: placed[at]?.vehicle !== undefined }
    })
    const { gain } = clear
    const blurred = isBlurred(grey)
    return { found, candidates, placed, borrowed, contrasts, llrs, occupants, blurred, calibration, gain }
  }
  return { see, learned: () => known }
}

/** The boxes in front of a lot: vehicles in nearer lots, and other detections that are nearer. */
export const nearerOf = (
  found: readonly Detection[],
  occupants: readonly (Pick<Placement, 'vehicle'> | undefined)[],
  at: number,
  lots: readonly LotPlace[],
): Box[] => {
  const own = occupants[at]?.vehicle
  const foot = boxAround(lots[at]!.polygon)[3]
  const others = occupants.flatMap((one, other) =>
    one?.vehicle && one.vehicle !== own && boxAround(lots[other]!.polygon)[3] > foot ? [one.vehicle.box] : [],
  )
  return [...others, ...nearerBoxes(found, lots[at]!.polygon).filter((box) => box !== own?.box)]
}

function learnedFrom(learned: unknown): Learned {
  const fresh: Learned = { ...uncalibrated, details: [] }
  if (typeof learned !== 'object' || learned === null) return fresh
  // The file is our own; what an older version did not store is learned again.
  return { ...fresh, ...(learned as Partial<Learned>) }
}
