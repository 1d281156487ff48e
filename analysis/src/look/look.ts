/**
 * A look: what one camera saw at one time. The vision pipeline (`vision/`) makes looks, and `decide/` turns
 * them into events. All types here survive JSON, so looks can be recorded and replayed.
 */
import type { plate_color } from '@parking/contract/core/codes.ts'
import type { look_faults } from '@parking/contract/events/event-looks.ts'
import type { Box, Label, Point } from './boxes.ts'

export type PlateColor = (typeof plate_color)[number]

/**
 * Whether the picture can be judged at all. A look that is not `ok` has no lots: nothing was seen, which is
 * not the same as "empty".
 * - `dark`: the camera is covered, or there is no light. `frozen`: the same picture repeats exactly.
 * - `damaged`: parts of it are missing or smeared. `other_view`: another lens or camera took it (found by the
 *   device).
 * - `no_picture`: none arrived.
 */
export type Health = 'ok' | (typeof look_faults)[number]

export type Look = {
  readonly camera_sn: string
  /** When the picture was taken, milliseconds since 1970. */
  readonly time: number
  readonly health: Health
  /** One English sentence for the log if the health is not `ok`; otherwise empty. */
  readonly why: string
  /** The picture has no colour: the camera is in infrared mode. */
  readonly grey: boolean
  /** Brightness, 0 to 255, of equal parts of the picture outside the lots: the static background. */
  readonly around?: readonly number[]
  /** The calibration by which the evidence was judged; absent in recordings of earlier versions. */
  readonly calibration?: LookCalibration
  readonly lots: readonly LotLook[]
}

/** The mean supports of empty and of taken lots in this light, as logits (`detect/calibrate.ts`). */
export type LookCalibration = {
  readonly light: 'day' | 'night'
  readonly empty: { readonly mean: number }
  readonly taken: { readonly mean: number }
}

/**
 * Why a lot cannot be judged in a picture that is otherwise good.
 * - `hidden`: nearer vehicles cover most of its ground. `glare`: light saturates much of it.
 * - `blurred`: rain, fog or motion removed the detail. `person`: people stand in it.
 * - `moving`: the vehicle is not standing still (found by `decide/`, which has the previous look).
 * - `weak`: the picture says neither.
 */
export const unknown_reasons = ['hidden', 'glare', 'blurred', 'person', 'moving', 'weak'] as const
export type UnknownReason = (typeof unknown_reasons)[number]

/**
 * `llr`: the natural logarithm of P(this picture | a vehicle stands there) / P(this picture | the lot is
 * empty), calibrated for the camera; a value above 0 supports a vehicle. `decide/` limits it.
 */
export type Evidence =
  | { readonly kind: 'seen'; readonly llr: number }
  /** `llr`: the value that would apply if the lot could be judged. */
  | { readonly kind: 'unknown'; readonly why: UnknownReason; readonly llr?: number }

/** The probability of "occupied" from a log-likelihood ratio alone, 0 to 1. */
export const probabilityOf = (llr: number): number => 1 / (1 + Math.exp(-llr))

/** A look at a place for one vehicle: a lot, or one cell of a motorcycle lot (`cell` from 0). */
export type LotLook = {
  readonly scene_id: string
  readonly lot_no: string
  readonly cell: number
  readonly evidence: Evidence
  /** Its best vehicle is in another lot and covers this one; used if the evidence is against a vehicle. */
  readonly covered?: true
  /** The part of `llr` that is not the detector's: the evenness of the lot, and a motorcycle's plate. */
  readonly contrast?: number
  /** What prevents a clear view of the lot; `judge.ts` decides whether the lot is therefore unknown. */
  readonly obstacle?: UnknownReason
  /** The vehicle that was assigned to the lot, possibly with weak or unknown evidence. */
  readonly vehicle?: VehicleLook
  /** How the lot's fixed window looks; absent if it was not measured. */
  readonly appearance?: Appearance
}

export type VehicleLook = {
  readonly label: Label
  readonly box: Box
  /** The model's own score, 0 to 1; not a probability. */
  readonly score: number
  /** How much of the vehicle is in the lot, 0 to 1 (`coverOf` in `place/place.ts`). */
  readonly cover: number
  readonly plate?: PlateReading
}

/** Columns and rows of `Appearance.luma` (its colours have half as many) and of `Look.around`. */
export const luma_size = { width: 24, height: 16 } as const
export const around_size = { width: 16, height: 9 } as const

/** How a lot looks. Two appearances are compared to tell whether they show the same car. */
export type Appearance = {
  /** Brightness, 0 to 255, row by row, of the window of the picture that is fixed for the lot (`bodyOf`). */
  readonly luma: readonly number[]
  /**
   * For parts twice as wide and high, row by row: red minus green and blue minus green, halved, plus 128.
   * Empty for a picture without colour.
   */
  readonly colours: readonly number[]
  /**
   * The parts of `luma` that are the lot's ground and are not hidden by anything nearer: a bit mask for each
   * row, whose lowest bit is the leftmost part. If absent, all parts.
   */
  readonly shown?: readonly number[]
  /** Like `shown`, for the parts above the ground, which a vehicle in the lot fills. */
  readonly above?: readonly number[]
}

/** A sign and its posterior probability, 0 to 1. */
export type SignGuess = { readonly sign: string; readonly p: number }

/**
 * One reading of a plate in one picture. Probabilities are calibrated posteriors under the grammar of the
 * configured region: P(text) / sum over every text that is a plate. `decide/plate-votes.ts` combines the
 * readings of several looks.
 */
export type PlateReading = {
  /**
   * For each position of the most probable text, the signs with their posteriors, best first; they sum to at
   * most 1. The text consists of the first sign of each position.
   */
  readonly signs: readonly (readonly SignGuess[])[]
  /** The posterior of the most probable text as a whole, 0 to 1. */
  readonly p: number
  readonly color: PlateColor
  /** In pixels of the picture, before any enlargement. */
  readonly width: number
  /** From 0 to 1 of the picture. */
  readonly box: Box
}

/** The description of a lot that the vision pipeline needs. */
export type LotPlace = {
  readonly scene_id: string
  readonly lot_no: string
  readonly cell: number
  readonly polygon: readonly Point[]
  /** The code `difficult` of the contract: 0, 1 or 2. Harder lots need more evidence. */
  readonly difficult: number
  /** Whether the lot is for motorcycles. */
  readonly motorcycles: boolean
}

/** What the vision pipeline of one camera has to watch. */
export type View = {
  readonly camera_sn: string
  readonly lots: readonly LotPlace[]
  /** The area where vehicles matter; null is the whole picture. Vehicles outside it are ignored. */
  readonly focus: readonly Point[] | null
  /** Outlines of fixed objects (signs, corners, markings): a detection inside one is not a vehicle. */
  readonly feature: readonly (readonly Point[])[]
  /** `alg_param.cover_th`, `plate_type` and `motor_det`. */
  readonly cover_th: number
  readonly plate_type: number
  readonly motor_det: boolean
}

/** Whether a look that repeats what an earlier picture showed is enough: it must begin and end nothing. */
export type Confirms = (look: Look) => boolean

/** The vision pipeline of one camera: turns its pictures into looks, and learns what is usual there. */
export type CameraVision = {
  /**
   * `picture` is a JPEG, `time` is in milliseconds since 1970. `read` names the lots (`keyOf`) whose plates
   * should be read: reading costs more than detecting. Where `confirms` allows it, a picture whose lots have
   * not changed is not searched for vehicles again. Throws if the picture cannot be decoded.
   */
  observe: (
    picture: Uint8Array,
    time: number,
    read: ReadonlySet<string>,
    confirms?: Confirms,
  ) => Promise<Look>
  /** What it has learned, as plain JSON for the state file; `OpenVision` accepts it again. */
  learned: () => unknown
}
/** Opens the vision of one camera, with what it has `learned` in an earlier run. */
export type OpenVision = (view: View, learned?: unknown) => CameraVision

/** The key of a place for one vehicle, unique across cameras: scene, lot and cell. */
export const keyOf = ({ scene_id, lot_no, cell }: Pick<LotLook, 'scene_id' | 'lot_no' | 'cell'>): string =>
  `${scene_id}/${lot_no}/${cell}`
