/**
 * The history of an event as one list, newest first: received, sent, checked, status changes. Consecutive
 * attempts with the same result are merged into one step.
 */
import type { AnswerAt } from '#src/core/api.ts'

export type Detail = AnswerAt<'/api/parking/parking_event_detail'>
export type StatusChange = Detail['moves'][number]
export type Attempt = Detail['attempts'][number]
export type Check = Detail['checks'][number]

export type Step =
  | { readonly kind: 'received'; readonly time_str: string; readonly status: number }
  | { readonly kind: 'change'; readonly time_str: string; readonly change: StatusChange }
  | { readonly kind: 'check'; readonly time_str: string; readonly check: Check }
  /** `before`: earlier attempts with the same result, newest first. */
  | {
      readonly kind: 'attempt'
      readonly time_str: string
      readonly attempt: Attempt
      readonly before: readonly Attempt[]
    }

/** The order within one millisecond: an attempt or a check causes the status change. */
const order = { received: 0, check: 1, attempt: 2, change: 3 } as const

export function stepsOf(
  event: Pick<Detail, 'create_time_str' | 'status' | 'moves' | 'attempts' | 'checks'>,
): readonly Step[] {
  const received: Step = {
    kind: 'received',
    time_str: event.create_time_str,
    status: event.moves[0]?.from ?? event.status,
  }
  const later = [
    ...event.moves.map((change) => ({
      at: change.timestamp_ms,
      step: { kind: 'change', time_str: change.time_str, change } satisfies Step,
    })),
    ...event.checks.map((check) => ({
      at: check.timestamp_ms,
      step: { kind: 'check', time_str: check.time_str, check } satisfies Step,
    })),
    // An attempt is recorded with the time it started; its result follows.
    ...event.attempts.map((attempt) => ({
      at: attempt.timestamp_ms,
      step: { kind: 'attempt', time_str: attempt.time_str, attempt, before: [] } satisfies Step,
    })),
  ].toSorted((a, b) => a.at - b.at || order[a.step.kind] - order[b.step.kind])
  return later
    .map(({ step }) => step)
    .reduce<Step[]>(addStep, [received])
    .toReversed()
}

/** Adds a step; an attempt with the same result as the previous one is merged with it. */
function addStep(steps: Step[], next: Step): Step[] {
  const last = steps.at(-1)
  if (next.kind !== 'attempt' || last?.kind !== 'attempt' || !hasSameResult(last.attempt, next.attempt))
    return [...steps, next]
  return [...steps.slice(0, -1), { ...next, before: [last.attempt, ...last.before] }]
}

const hasSameResult = (a: Attempt, b: Attempt): boolean =>
  a.step === b.step && a.outcome === b.outcome && a.info === b.info && a.address === b.address
