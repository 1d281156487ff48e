/**
 * When an alarm is raised and when it recovers, as a pure function: a state has to last before it counts.
 * A level between the limits, or unknown, changes nothing that is decided. Times are of a monotonic clock.
 */
import type { AlarmRule } from '@parking/contract'

export type Level = 'bad' | 'between' | 'well'

/** quiet and open are stable; rising and falling are on the way to the other since `from` (ms). */
export type Phase =
  | { readonly phase: 'quiet' }
  | { readonly phase: 'rising'; readonly from: number }
  | { readonly phase: 'open' }
  | { readonly phase: 'falling'; readonly from: number }

export const quiet: Phase = { phase: 'quiet' }
export const open: Phase = { phase: 'open' }

/** `tell`: the change to report now, if any. */
export type Turn = { phase: Phase; tell?: 'raised' | 'recovered' }

export function turn(
  before: Phase,
  level: Level,
  now: number,
  { raise_s, recover_s }: Pick<AlarmRule, 'raise_s' | 'recover_s'>,
): Turn {
  switch (before.phase) {
    case 'quiet':
    case 'rising': {
      if (level !== 'bad') return { phase: quiet }
      const from = before.phase === 'rising' ? before.from : now
      return now - from >= raise_s * 1000
        ? { phase: open, tell: 'raised' }
        : { phase: { phase: 'rising', from } }
    }
    case 'open':
    case 'falling': {
      if (level !== 'well') return { phase: open }
      const from = before.phase === 'falling' ? before.from : now
      return now - from >= recover_s * 1000
        ? { phase: quiet, tell: 'recovered' }
        : { phase: { phase: 'falling', from } }
    }
  }
}

/** The level of a figure that is bad above one limit and well below another. */
export const levelAbove = (figure: number, { bad, well }: { bad: number; well: number }): Level =>
  figure >= bad ? 'bad' : figure <= well ? 'well' : 'between'
/** The level of a figure that is bad below one limit and well above another. */
export const levelBelow = (figure: number, { bad, well }: { bad: number; well: number }): Level =>
  figure <= bad ? 'bad' : figure >= well ? 'well' : 'between'
