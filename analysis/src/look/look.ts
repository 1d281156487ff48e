/**
 * A look: what was seen by one camera at one time. The eyes (`detect/`, `read/`, `picture/`) make looks;
 * `decide/` turns them into events. Everything here survives JSON, so looks can be recorded and replayed.
 */
import type { plate_color } from '@parking/contract/core/codes.ts'
import type { Box, Label, Point } from './boxes.ts'

export type PlateColor = (typeof plate_color)[number]

/**
 * Whether the picture can be judged at all. A look that is not `ok` has no lots: nothing was seen, which is
 * not the same as "empty".
 * - `dark`: covered, or no light. `frozen`: the same picture again and again, to the last pixel of noise.
 * - `moved`: the picture no longer shows what the lots were drawn on (the device says so).
 * - `silent`: no picture came.
 */
export type Health = 'ok' | 'dark' | 'frozen' | 'moved' | 'silent'

export type Look = {
  readonly camera_sn: string
  /** When the picture was taken, milliseconds since 1970. */
  readonly time: number
  readonly health: Health
  /** One English sentence where the health is not `ok`, for the log; empty otherwise. */
  readonly why: string
  /** The picture has no colour: the camera sees by infrared. */
  readonly grey: boolean
  /** Brightness, 0 to 255, of equal parts of the picture without its lots: what stands still. */
  readonly around?: readonly number[]
  /** By what the evidence was judged; absent in recordings of earlier versions. */
  readonly calibration?: LookCalibration
  readonly lots: readonly LotLook[]
}

/** Where the supports of empty and of taken lots lie, as logits (`detect/calibrate.ts`), in this light. */
export type LookCalibration = {
  readonly light: 'day' | 'night'
  readonly empty: { readonly mean: number }
  readonly taken: { readonly mean: number }
}

/**
 * Why a lot cannot be judged in a picture that is otherwise good.
 * - `hidden`: nearer vehicles cover most of its ground. `glare`: much of it is saturated by light.
 * - `blurred`: rain, fog or motion took its detail. `person`: people stand in it.
 * - `moving`: what is there does not stand still (found by `decide/`, which knows the look before).
 */
export const unknown_reasons = ['hidden', 'glare', 'blurred', 'person', 'moving'] as const
export type UnknownReason = (typeof unknown_reasons)[number]

/**
 * `llr`: the natural logarithm of P(this picture | a vehicle stands there) / P(this picture | the lot is
 * empty), calibrated for the camera; above 0 speaks for a vehicle. It need not be limited: `decide/` does.
 */
export type Evidence =
  | { readonly kind: 'seen'; readonly llr: number }
  /** `llr`: what would be said of it if it could be judged. */
  | { readonly kind: 'unknown'; readonly why: UnknownReason; readonly llr?: number }

/** One place for one vehicle: a lot, or one cell of a lot for motorcycles (`cell` from 0). */
export type LotLook = {
  readonly scene_id: string
  readonly lot_no: string
  readonly cell: number
  readonly evidence: Evidence
  /** Its best vehicle stands in another lot and covers it; counts where the evidence is against a vehicle. */
  readonly covered?: true
  /** What else stands in the way of judging it; whether that counts is said by the evidence (`judge.ts`). */
  readonly obstacle?: UnknownReason
  /** The vehicle that was assigned to it; it may be there although the evidence is weak or unknown. */
  readonly vehicle?: VehicleLook
  /** How its fixed window looks; absent where it was not measured. */
  readonly appearance?: Appearance
}

export type VehicleLook = {
  readonly label: Label
  readonly box: Box
  /** As the model gives it, 0 to 1; no probability. */
  readonly score: number
  /** The share of its ground (the lowest 40 % of its box) that lies in the lot, 0 to 1. */
  readonly cover: number
  readonly plate?: PlateReading
}

/** Columns and rows of `Appearance.luma`; of its colours half as many; and of `Look.around`. */
export const luma_size = { width: 24, height: 16 } as const
export const around_size = { width: 16, height: 9 } as const

/** What "is it the same car?" compares. */
export type Appearance = {
  /** Brightness, 0 to 255, row by row, of a window of the picture that is fixed for the lot (`bodyOf`). */
  readonly luma: readonly number[]
  /**
   * For parts twice as wide and high, row by row: red less green and blue less green, halved, plus 128. Empty
   * in a picture without colour.
   */
  readonly colours: readonly number[]
  /**
   * The parts of `luma` that are the lot's ground and that nothing nearer hides: a number for each row, whose
   * lowest bit is the leftmost part. Absent: all of them.
   */
  readonly shown?: readonly number[]
  /** The same of the parts above its ground, where a vehicle in it rises. */
  readonly above?: readonly number[]
}

/** A sign and its posterior probability, 0 to 1. */
export type SignGuess = { readonly sign: string; readonly p: number }

/**
 * One reading of a plate in one picture. Probabilities are calibrated posteriors under the grammar of the
 * configured region: P(text) / sum over every text that is a plate. Votes over looks are cast in
 * `decide/plate-votes.ts`.
 */
export type PlateReading = {
  /**
   * For each position of the most probable text, the signs with their posteriors, best first; they sum to 1
   * at most. The text is the first of each.
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

/** What the eyes are given of a lot. */
export type LotPlace = {
  readonly scene_id: string
  readonly lot_no: string
  readonly cell: number
  readonly polygon: readonly Point[]
  /** The code `difficult` of the contract: 0, 1 or 2. Harder lots need more evidence. */
  readonly difficult: number
  /** It belongs to motorcycles. */
  readonly motorcycles: boolean
}

/** What the eyes of one camera have to look at. */
export type View = {
  readonly camera_sn: string
  readonly lots: readonly LotPlace[]
  /** Where vehicles matter; null is the whole picture. Outside, nothing is searched. */
  readonly focus: readonly Point[] | null
  /** Outlines of what never moves (signs, corners, markings): what is found inside one is no vehicle. */
  readonly feature: readonly (readonly Point[])[]
  /** `alg_param.cover_th`, `plate_type` and `motor_det`. */
  readonly cover_th: number
  readonly plate_type: number
  readonly motor_det: boolean
}

/** Looks at the pictures of one camera, one after another. It keeps what it has learned of the camera. */
export type Eyes = {
  /**
   * `picture` is a JPEG, `time` in milliseconds since 1970. A picture that cannot be decoded throws. `read`
   * names the lots (`keyOf`) whose plates are wanted: reading costs more than finding.
   */
  see: (picture: Uint8Array, time: number, read: ReadonlySet<string>) => Promise<Look>
  /** What it has learned, for the state file; `openEyes` takes it back. Plain JSON. */
  learned: () => unknown
}
export type OpenEyes = (view: View, learned?: unknown) => Eyes

/** Names one place for one vehicle across cameras: scene, lot and cell. */
export const keyOf = ({ scene_id, lot_no, cell }: Pick<LotLook, 'scene_id' | 'lot_no' | 'cell'>): string =>
  `${scene_id}/${lot_no}/${cell}`
