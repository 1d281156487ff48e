/** Describes a decision in one line, for `debug_mode`. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import type { Decision } from '../decide/decision.ts'
import { votedPlate } from '../decide/plate-votes.ts'
import type { State } from '../decide/state.ts'
import { keyOf } from '../look/look.ts'

export function decisionText(event: Decision, state: State): string {
  const stay = state.lots[keyOf(event)]?.stay
  const voted = stay && votedPlate(stay.votes)
  const plate = voted
    ? `; plate ${voted.text} at ${voted.p.toFixed(2)}, weakest sign ${voted.weakest.toFixed(2)}, ` +
      `${stay.votes.readings} readings`
    : ''
  return (
    `${event.lot_no}: ${wordOf(event_type, event.event_type)} after ` +
    `${((event.decided - event.event_time) / 1000).toFixed(0)} s, belief ${event.belief.toFixed(4)}, ` +
    `confidence ${event.confidence.toFixed(2)}${plate}`
  )
}
