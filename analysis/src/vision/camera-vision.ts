/**
 * The vision pipeline of one camera: a picture in, a look out. It learns what is usual at the camera, and
 * returns "unknown" for a lot that cannot be judged. Long because a look has many parts.
 */
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
import type { ModelSpec } from '../detect/model-spec.ts'
import { contrastEvidence, contrastOf } from '../detect/contrast.ts'
import { supportsOf } from '../detect/lot-supports.ts'
import { hiddenShares, hiding_score, nearerBoxes } from '../detect/support.ts'
import { tilesFor } from '../detect/tiles.ts'
import { boxAround, type Box, type Detection } from '../look/boxes.ts'
import {
  keyOf,
  type CameraVision,
  type Look,
  type LotLook,
  type LotPlace,
  type OpenVision,
  type UnknownReason,
} from '../look/look.ts'
import type { Model } from '../models/runtime.ts'
import { enhance } from '../picture/enhance.ts'
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
import { place, type Placement, vehiclesIn } from '../place/place.ts'
import type { ReadPlate } from '../read/plate-reader.ts'
import { neighboursOf, type Occupant } from '../read/neighbours.ts'
import { isTaken, judge } from './judge.ts'
import { type Claim, givenOnce } from './one-plate-one-lot.ts'
import {
  isDoubtful,
  isDue,
  plate_llr,
  rider_llr,
  riderIn,
  showsVehicle,
  standingIn,
} from './sought-by-plate.ts'

export type VisionOptions = {
  readonly detector: { readonly model: Model; readonly spec: ModelSpec }
  readonly readPlate?: ReadPlate
  /** Maximum number of tiles for a look. */
  readonly max_tiles?: number
}

/** Shares of a lot's ground that vehicles, people or glare may cover before the lot is unknown. */
const max_hidden = 0.6
const max_people = 0.5
const max_glare = 0.08
/** Glare counts below this median brightness (headlights at night): by day, bright ground saturates too. */
const glare_below_median = 70
/** A picture with less than this share of the usual detail is blurred by rain, fog or motion. */
const min_detail = 0.4
const detail_looks = 20
/** Weaker detections count as evidence, but hide nothing and are not assigned to a lot. */
const min_vehicle_score = 0.12
/** Size in pixels that a car should have in the detector's input. */
const min_pixels = 60

/** What was read for a lot, and why it was searched. */
type LotRead = Claim & {
  readonly rider: Detection | undefined
  readonly obstacle: UnknownReason | undefined
  readonly doubtful: boolean
  readonly standing: Occupant | undefined
}
type Learned = Calibrated & { readonly details: readonly number[] }

/** Makes an `OpenVision` from loaded models, which all cameras share. */
export function createVision({ detector, readPlate, max_tiles = 4 }: VisionOptions): OpenVision {
  return (view, learned): CameraVision => {
    let known = learnedFrom(learned)
    const boxes = view.lots.map(({ polygon }) => boxAround(polygon))
    let bodies: { shape: number; of: readonly Body[] } | undefined
    const bodiesAt = (shape: number): readonly Body[] => {
      if (bodies?.shape !== shape)
        bodies = { shape, of: view.lots.map(({ polygon }) => bodyOf(polygon, shape)) }
      return bodies.of
    }

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

    /** When each doubtful lot was last searched for a plate. */
    const sought_at = new Map<string, number>()

    async function observe(bytes: Uint8Array, time: number, read: ReadonlySet<string>): Promise<Look> {
      const picture = await decodePicture(bytes)
      const grey = greyOf(picture)
      const shape = picture.width / picture.height
      const look = {
        camera_sn: view.camera_sn,
        time,
        health: 'ok',
        why: '',
        grey: isGrey(picture),
        around: aroundOf(grey, boxes),
      } as const
      const clear = await enhance(picture)
      const light = clear.gain > 2 ? 'night' : 'day'
      // In a dark picture, small tiles contain little but noise.
      const max = clear.gain > 2.5 ? Math.min(2, max_tiles) : max_tiles
      const tiles = tilesFor(picture, boxes, { max, min_pixels, input: detector.spec.input })
      const found = await detect(detector.model, detector.spec, clear.picture, tiles)
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
      const calibrated = calibrate(known, logits, { time, light, contrasts })
      known = { ...known, ...calibrated.known }
      const calibration = calibrated.by
      const llrs = logits.map((logit, at) => llrOf(logit, calibration) + contrasts[at]!)
      const blurred = isBlurred(grey)
      const is_dim = lightOf(grey).median < glare_below_median
      const occupants = supports.map(({ value, by }, at): Occupant | undefined => {
        const vehicle = placed[at]?.vehicle ?? by
        if (!vehicle || !isTaken(llrs[at]!)) return undefined
        const sure = judge(llrs[at]!, {}).kind === 'seen'
        return { vehicle, value, sure, placed: placed[at]?.vehicle !== undefined }
      })
      const reads: LotRead[] = []
      // One lot after another: a model runs one inference at a time.
      for (const [at, lot] of view.lots.entries()) {
        const glare = is_dim ? glareOf(grey, lot.polygon) : 0
        const own = occupants[at]
        const rider = lot.motorcycles && !own ? riderIn(found, lot.polygon, view.cover_th) : undefined
        const obstacle =
          obstacleOf(hiddenShares(found, lot.polygon), blurred, glare) ?? (rider && ('person' as const))
        const body = bodiesAt(shape)[at]!
        const key = keyOf(lot)
        const wanted = read.has(key)
        const doubtful = isDoubtful(lot, own !== undefined, judge(llrs[at]!, { obstacle }))
        const sought = doubtful && (wanted || isDue(lot, time, sought_at.get(key)))
        if (sought) sought_at.set(key, time)
        const around = { box: body.window, ground: { grounds: view.lots, at } }
        const standing = own ?? (sought ? standingIn(lot, rider, body.window) : undefined)
        const neighbours =
          standing && (wanted || sought)
            ? neighboursOf(occupants.with(at, standing), lot.polygon, at, candidates)
            : undefined
        const searched = { ...(own && { box: own.vehicle.box }), lot: around }
        const plate = neighbours && (await readPlate?.(picture, searched, view.plate_type, neighbours))
        reads.push({ own, rider, obstacle, doubtful, standing, plate })
      }
      const plates = givenOnce(reads, view.lots, shape)
      const lots = view.lots.map(({ scene_id, lot_no, cell }, at): LotLook => {
        const { own, rider, doubtful, standing, ...one } = reads[at]!
        const plate = plates[at]
        // A box that shows the plate of another lot's vehicle is doubtful.
        const obstacle = one.obstacle ?? (one.plate && !plate ? ('hidden' as const) : undefined)
        const covered = borrowed[at] && { covered: true as const }
        const body = bodiesAt(shape)[at]!
        const seen = inSight(body.window, nearerOf(found, occupants, at, view.lots))
        const vehicle = own?.vehicle ?? (plate && standing?.vehicle)
        const shown =
          doubtful && plate !== undefined && showsVehicle(plate, { grounds: view.lots, at }, shape)
        const least = shown ? plate_llr : rider ? rider_llr : -Infinity
        const llr = Math.max(llrs[at]!, least)
        const contrast = contrasts[at]! + llr - llrs[at]!
        const doubts = { ...covered, ...(obstacle && !(rider && shown) && { obstacle }) }
        return {
          scene_id,
          lot_no,
          cell,
          evidence: judge(llr, doubts),
          ...(contrast !== 0 && { contrast }),
          ...doubts,
          ...(vehicle && { vehicle: { ...vehicle, cover: placed[at]!.cover, ...(plate && { plate }) } }),
          appearance: {
            ...appearanceOf(picture, grey, body.window, look.grey),
            shown: bothOf(body.ground, seen),
            above: bothOf(body.above, seen),
          },
        }
      })
      return { ...look, calibration, lots }
    }
    return { observe, learned: () => known }
  }
}

/** The boxes in front of a lot: vehicles in nearer lots, and other detections that are nearer. */
const nearerOf = (
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
  // The file is our own; what an older version did not store is learned again.
  return { ...fresh, ...(learned as Partial<Learned>) }
}
