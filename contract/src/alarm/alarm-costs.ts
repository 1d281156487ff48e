/** What an alarm does to the bills: the order in which users should act. */
import { alarm_subjects } from './alarm-subjects.ts'
import type { AlarmKind } from './alarm.ts'

/**
 * Worst first. missing: stays are not billed, because entries or exits are not seen or are lost. wrong:
 * times, lots or plates on a bill may be wrong. late: bills are right, and arrive later. proof: bills are
 * right, and their evidence is weaker. none: bills are not affected.
 */
export const alarm_costs = ['missing', 'wrong', 'late', 'proof', 'none'] as const
export type AlarmCost = (typeof alarm_costs)[number]

const cost_of_kind: Readonly<Record<AlarmKind, AlarmCost>> = {
  camera_down: 'missing',
  camera_moved: 'wrong',
  camera_dark: 'missing',
  camera_frozen: 'missing',
  camera_clock: 'proof',
  camera_unseen: 'missing',
  disk: 'proof',
  queue: 'late',
  clock: 'wrong',
  sign_in: 'none',
  analysis: 'missing',
  overload: 'wrong',
  platform: 'late',
  storage: 'late',
  mqtt: 'none',
  certificate: 'none',
  model: 'wrong',
  upgrade: 'none',
  data_file: 'proof',
}

/** Events that the platform refused, or that are next to be discarded, are not billed until a user acts. */
export const alarmCost = ({ kind, subject }: { kind: AlarmKind; subject: string }): AlarmCost =>
  (kind === 'queue' && subject === alarm_subjects.refused) ||
  (kind === 'disk' && subject === alarm_subjects.unsent)
    ? 'missing'
    : cost_of_kind[kind]
