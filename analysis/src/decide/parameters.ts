/**
 * The parameters of the decision, derived from the algorithm parameters of spec §3. `docs/analysis.md` says
 * what each of them means.
 */
import { motor_mode } from '@parking/contract/core/codes.ts'

/** The parameters of spec §3 that affect events; shares from 0 to 1, times in seconds. */
export type AlgParam = {
  readonly track_seconds: number
  readonly track_step: number
  readonly track_th: number
  readonly cover_th: number
  readonly sim_th: number
  readonly event_th: number
  readonly merge_seconds: number
  readonly auto_event_th: number
  readonly auto_plate_th: number
  readonly auto_plate_ch_th: number
  readonly plate_type: number
  readonly motor_det: boolean
  readonly motor_mode: number
  readonly motor_min_seconds: number
  readonly debug_mode: boolean
}

export type Parameters = {
  /** Minimum time that a change is watched before it becomes an event, in milliseconds. */
  readonly track_ms: number
  /** Boxes of two looks that overlap less than this IoU belong to a moving vehicle. */
  readonly track_th: number
  /** Two appearances that are less similar than this belong to two cars. */
  readonly sim_th: number
  /** An event with a lower confidence is not reported. */
  readonly event_th: number
  /** Minimum confidence at which no person checks an event. Only an event beyond doubt reaches it. */
  readonly auto_event_th: number
  /** A vacancy shorter than this does not end a stay, in milliseconds. */
  readonly merge_ms: number
  /** The forms that a plate must fit to be accepted: a code of `plate_type`. */
  readonly plate_type: number
  readonly plate_th: number
  readonly sign_th: number
  /** Time after which a motorcycle counts, in milliseconds; only with a plate if `motor_plated`. */
  readonly motor_ms: number
  readonly motor_plated: boolean
  /** The `difficult` codes above 0, by `keyOf` of the lot. */
  readonly difficult: Readonly<Record<string, number>>
}

/** `difficult` has the codes above 0, by `keyOf` of the lot. */
export const parametersOf = (alg: AlgParam, difficult: Parameters['difficult'] = {}): Parameters => ({
  track_ms: alg.track_seconds * 1000,
  track_th: alg.track_th,
  sim_th: alg.sim_th,
  event_th: alg.event_th,
  auto_event_th: alg.auto_event_th,
  merge_ms: alg.merge_seconds * 1000,
  plate_type: alg.plate_type,
  plate_th: alg.auto_plate_th,
  sign_th: alg.auto_plate_ch_th,
  motor_ms: alg.motor_det ? alg.motor_min_seconds * 1000 : 0,
  motor_plated: alg.motor_det && alg.motor_mode === motor_mode.plate_compliant,
  difficult,
})
