/**
 * When an alarm is raised and when it is over, as a pure function: something must have been bad for a while, and then well for a while. What is
 * neither (between the two limits, or not known) changes nothing that has been decided. Times are of a clock that nobody sets.
 */
import type { AlarmRule } from '@parking/contract'

export type Level = 'bad' | 'between' | 'well'

/** quiet and open are at rest; rising and falling are on their way to the other, since `from` (milliseconds). */
export type Phase =
  | { readonly phase: 'quiet' }
  | { readonly phase: 'rising'; readonly from: number }
  | { readonly phase: 'open' }
  | { readonly phase: 'falling'; readonly from: number }

export const quiet: Phase = { phase: 'quiet' }
export const open: Phase = { phase: 'open' }

/** `tell`: what everybody should hear of now, if anything. */
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
/** The same for a figure that is bad below. */
export const levelBelow = (figure: number, { bad, well }: { bad: number; well: number }): Level =>
  figure <= bad ? 'bad' : figure >= well ? 'well' : 'between'
