/**
 * The groups of the algorithm's fields, in the order of the page, each field with the values that work on
 * ordinary streets. Advanced ones are folded: few sites ever change them.
 */
import type { Areas } from '#src/locales/areas.ts'

export type AlgName = keyof Areas['alg']['fields']
type GroupName = keyof Areas['alg']['groups']
/** Both ends inclusive. */
export type SafeRange = readonly [min: number, max: number]

export type AlgGroup = {
  name: GroupName
  basic: readonly AlgName[]
  advanced: readonly AlgName[]
}

export const alg_groups: readonly AlgGroup[] = [
  {
    name: 'tracking',
    basic: ['track_seconds', 'cover_th'],
    advanced: ['track_step', 'track_th', 'sim_th'],
  },
  { name: 'plate', basic: ['plate_type', 'auto_plate_th', 'auto_plate_ch_th'], advanced: [] },
  { name: 'events', basic: ['event_th', 'merge_seconds'], advanced: ['auto_event_th'] },
  { name: 'timer', basic: ['timer_mode', 'timer_seconds'], advanced: [] },
  { name: 'charge', basic: ['charge_mode', 'auto_upload_th'], advanced: [] },
  { name: 'motor', basic: ['motor_det', 'motor_mode', 'motor_min_seconds'], advanced: [] },
  { name: 'diagnosis', basic: ['debug_mode'], advanced: [] },
]

export const safe_ranges: Partial<Record<AlgName, SafeRange>> = {
  track_seconds: [5, 60],
  track_step: [2, 15],
  track_th: [0.3, 0.7],
  cover_th: [0.3, 0.6],
  sim_th: [0.6, 0.85],
  auto_plate_th: [0.4, 0.8],
  auto_plate_ch_th: [0.4, 0.8],
  event_th: [0.4, 0.7],
  auto_event_th: [0.5, 0.85],
  merge_seconds: [3, 30],
  timer_seconds: [60, 3600],
  auto_upload_th: [0.5, 0.85],
  motor_min_seconds: [5, 120],
}

export const fieldsOf = ({ basic, advanced }: AlgGroup): readonly AlgName[] => [...basic, ...advanced]
