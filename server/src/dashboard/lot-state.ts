/** Derives whether a lot on the first page is free, occupied, doubtful or unseen, and why. Pure. */
import { camera_state, wall_disagree_ms, type WallLotState, type WallWhy } from '@parking/contract'
import type { LotState } from '../camera/lot-states.ts'
import type { PresentStay } from './lot-stays.ts'

export type LotFacts = {
  /** The analysis application is connected. */
  connected: boolean
  camera_state: number
  scene_enabled: boolean
  /** The camera has moved since the lots were drawn. */
  scene_moved: boolean
  report: Pick<LotState, 'occupied' | 'since_ms'> | undefined
  stay: Pick<PresentStay, 'vehicles' | 'to_check'>
}

export function lotStateOf(facts: LotFacts, now: number): { state: WallLotState; why: WallWhy } {
  const { report, stay } = facts
  if (!facts.connected) return { state: 'unseen', why: 'application' }
  if (facts.camera_state !== camera_state.online) return { state: 'unseen', why: 'camera' }
  if (!facts.scene_enabled) return { state: 'unseen', why: 'disabled' }
  if (!report) return { state: 'unseen', why: 'not_reported' }
  const settled = now - report.since_ms > wall_disagree_ms
  if (stay.to_check) return { state: 'doubtful', why: 'to_check' }
  if (settled && report.occupied && stay.vehicles === 0) return { state: 'doubtful', why: 'no_entry' }
  if (settled && !report.occupied && stay.vehicles > 0) return { state: 'doubtful', why: 'no_exit' }
  if (facts.scene_moved) return { state: 'doubtful', why: 'moved' }
  return { state: report.occupied ? 'occupied' : 'free', why: '' }
}
