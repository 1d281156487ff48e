/**
 * The last comparison of each scene with its reference. Held in memory, because writing it every few minutes
 * would wear out the flash.
 */
import type { Compared, PendingMark } from './matching/judge.ts'

export type SceneCheck = {
  readonly compared: Compared
  readonly check_ms: number
  readonly pending: PendingMark | undefined
  /** Since when pictures show nothing of the reference in daylight. `reported`: an alarm was raised. */
  readonly lost: { readonly since_ms: number; readonly reported: boolean } | undefined
}

/** By scene_id. */
export type SceneChecks = Map<string, SceneCheck>
