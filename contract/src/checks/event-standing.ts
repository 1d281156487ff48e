/** Decides whether an event was observed, typed by a user or withdrawn. Without schemas, for the browser. */
import { event_status } from '../core/codes.ts'
import type { EventStanding } from '../core/event-standings.ts'
import type { CheckVerdict } from '../events/event-path.ts'
import { checkEffect } from './check-effect.ts'

/** The facts of an event that decide its standing. */
export type StandingFacts = {
  event_type: number
  status: number
  /** 1 if a user added it. */
  typed: number
  /** The verdict of its newest check; absent without a check. */
  verdict?: CheckVerdict | null
}

/** If the platform already had the event, only its check shows that it is withdrawn. */
export const standingOf = ({ event_type, status, typed, verdict }: StandingFacts): EventStanding =>
  status === event_status.manually_discarded ||
  (!!verdict && checkEffect(event_type, verdict) === 'discarded')
    ? 'withdrawn'
    : typed === 1
      ? 'typed'
      : 'observed'

/**
 * Whether the withdrawal of an event can be taken back in a repair: the device or the platform recorded the
 * event, and it was not discarded for good. A typed event whose repair was undone is added again instead.
 */
export const isRestorable = (event: {
  standing: EventStanding
  status: number
  confidence: number | null
}): boolean =>
  event.standing === 'withdrawn' &&
  event.confidence !== null &&
  event.status !== event_status.manually_discarded

/** The confidence of the analysis, 0 to 100; null for an event that a user typed. */
export const confidenceOf = ({ typed, confidence }: { typed: number; confidence: number }): number | null =>
  typed === 1 ? null : confidence

/**
 * A confidence from 0 to 100 as every page and paper writes it: a percentage, to a tenth. What is less than
 * certain is never written as 100%.
 */
export const confidenceText = (confidence: number): string =>
  `${confidence < 100 ? Math.min(99.9, Math.round(confidence * 10) / 10) : 100}%`
