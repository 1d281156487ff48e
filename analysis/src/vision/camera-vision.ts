/**
 * The vision pipeline of one camera: a picture in, a look out. It learns what is usual at the camera, and
 * returns "unknown" for a lot that cannot be judged. Long because a look has many parts.
 */
import { type Detection, boxAround } from '../look/boxes.ts'
import { hiddenShares } from '../detect/support.ts'
import type { ModelSpec } from '../detect/model-spec.ts'
import {
  keyOf,
  type CameraVision,
  type Confirms,
  type Look,
  type LotLook,
  type OpenVision,
  type UnknownReason,
} from '../look/look.ts'
import type { Model } from '../models/runtime.ts'
import { bodyOf, bothOf, inSight, type Body } from '../picture/body.ts'
import { appearanceOf, aroundOf, glareOf, greyOf, isGrey, lightOf, type Grey } from '../picture/measure.ts'
import { decodePicture, type Raster } from '../picture/raster.ts'
import { isUnchanged, type Means, meansOf } from '../picture/windows.ts'
import { type KnownLines, noLines } from '../read/known-lines.ts'
import type { ReadPlate } from '../read/plate-reader.ts'
import { neighboursOf, type Occupant } from '../read/neighbours.ts'
import { judge } from './judge.ts'
import { type Claim, givenOnce } from './one-plate-one-lot.ts'
import { nearerOf, openEyes, type Sight } from './sight.ts'
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

/**
 * The longest time for which what was seen in a picture holds while the windows of the lots do not change,
 * and for which lines of text that were found in one of them do; milliseconds.
 */
const max_age_ms = 60_000

/** What was read for a lot, and why it was searched. */
type LotRead = Claim & {
  readonly rider: Detection | undefined
  readonly obstacle: UnknownReason | undefined
  readonly doubtful: boolean
  readonly standing: Occupant | undefined
}

/** What was seen at `time`, in windows that looked like this. */
type Seen = { readonly time: number; readonly windows: readonly Means[]; readonly sight: Sight }
/** A picture, and what does not depend on the lots in it. */
type Opened = { readonly picture: Raster; readonly grey: Grey; readonly time: number; readonly shape: number }

/** Makes an `OpenVision` from loaded models, which all cameras share. */
export function createVision({ detector, readPlate, max_tiles = 4 }: VisionOptions): OpenVision {
  return (view, learned): CameraVision => {
    const eyes = openEyes({ ...detector, max_tiles }, view, learned)
    let last: Seen | undefined
    /** The lines of text around each lot, and how it looked when they were found. */
    const lines = new Map<string, { time: number; window: Means; known: KnownLines }>()
    const boxes = view.lots.map(({ polygon }) => boxAround(polygon))
    let bodies: { shape: number; of: readonly Body[] } | undefined
    const bodiesAt = (shape: number): readonly Body[] => {
      if (bodies?.shape !== shape)
        bodies = { shape, of: view.lots.map(({ polygon }) => bodyOf(polygon, shape)) }
      return bodies.of
    }

    /** When each doubtful lot was last searched for a plate. */
    const sought_at = new Map<string, number>()

    /** What the detector said of the last picture, if the windows of all lots look the same since. */
    function sightOf(time: number, windows: readonly Means[]): Sight | undefined {
      if (!last || time - last.time > max_age_ms || time < last.time) return undefined
      const { windows: before, sight } = last
      return windows.every((means, at) => isUnchanged(before[at]!, means, sight.gain)) ? sight : undefined
    }

    /** The lines found around a lot, which hold until it looks different. */
    function linesAt(key: string, time: number, window: Means, { gain }: Sight): KnownLines {
      const found = lines.get(key)
      if (found && time - found.time <= max_age_ms && isUnchanged(found.window, window, gain))
        return found.known
      const known = noLines()
      lines.set(key, { time, window, known })
      return known
    }

    async function observe(
      bytes: Uint8Array,
      time: number,
      read: ReadonlySet<string>,
      confirms?: Confirms,
    ): Promise<Look> {
      const picture = await decodePicture(bytes)
      const grey = greyOf(picture)
      const opened = { picture, grey, time, shape: picture.width / picture.height }
      const windows = bodiesAt(opened.shape).map(({ window }) => meansOf(grey, window))
      const known = confirms && sightOf(time, windows)
      if (confirms && known) {
        const look = await lookAt(opened, known, windows, read)
        if (confirms(look)) return look
      }
      const sight = await eyes.see(picture, grey, time)
      last = { time, windows, sight }
      return lookAt(opened, sight, windows, read)
    }

    async function lookAt(
      { picture, grey, time, shape }: Opened,
      sight: Sight,
      windows: readonly Means[],
      read: ReadonlySet<string>,
    ): Promise<Look> {
      const { found, candidates, placed, borrowed, contrasts, llrs, occupants, blurred } = sight
      const look = {
        camera_sn: view.camera_sn,
        time,
        health: 'ok',
        why: '',
        grey: isGrey(picture),
        around: aroundOf(grey, boxes),
      } as const
      const is_dim = lightOf(grey).median < glare_below_median
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
        const known = neighbours && { known: linesAt(key, time, windows[at]!, sight) }
        const plate =
          neighbours && (await readPlate?.(picture, { ...searched, ...known }, view.plate_type, neighbours))
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
      return { ...look, calibration: sight.calibration, lots }
    }
    return { observe, learned: eyes.learned }
  }
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
