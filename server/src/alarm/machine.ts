/**
 * When an alarm is raised and when it recovers, as a pure function: a state must last before it takes effect.
 * A level between the limits, or unknown, keeps the current state. Times are those of a monotonic clock.
 */
import type { AlarmRule } from '@parking/contract'

export type Level = 'bad' | 'between' | 'well'

/** quiet and open are stable. rising and falling are transitions to the other state since `from` (ms). */
export type Phase =
  | { readonly phase: 'quiet' }
  | { readonly phase: 'rising'; readonly from: number }
  | { readonly phase: 'open' }
  | { readonly phase: 'falling'; readonly from: number }

export const quiet: Phase = { phase: 'quiet' }
export const open: Phase = { phase: 'open' }

/** The next phase, and the change to report now, if any. */
export type PhaseTransition = { phase: Phase; report?: 'raised' | 'recovered' }

/** Applies a level that was read at `now` (ms on a monotonic clock). */
export function nextPhase(
  before: Phase,
  level: Level,
  now: number,
  { raise_s, recover_s }: Pick<AlarmRule, 'raise_s' | 'recover_s'>,
): PhaseTransition {
  switch (before.phase) {
    case 'quiet':
    case 'rising': {
      if (level !== 'bad') return { phase: quiet }
      const from = before.phase === 'rising' ? before.from : now
      return now - from >= raise_s * 1000
        ? { phase: open, report: 'raised' }
        : { phase: { phase: 'rising', from } }
    }
    case 'open':
    case 'falling': {
      if (level !== 'well') return { phase: open }
      const from = before.phase === 'falling' ? before.from : now
      return now - from >= recover_s * 1000
        ? { phase: quiet, report: 'recovered' }
        : { phase: { phase: 'falling', from } }
    }
  }
}

/** The level of a figure that is bad from one limit upwards and well from another downwards. */
export const levelAbove = (figure: number, { bad, well }: { bad: number; well: number }): Level =>
  figure >= bad ? 'bad' : figure <= well ? 'well' : 'between'
/** The level of a figure that is bad from one limit downwards and well from another upwards. */
export const levelBelow = (figure: number, { bad, well }: { bad: number; well: number }): Level =>
  figure <= bad ? 'bad' : figure >= well ? 'well' : 'between'
