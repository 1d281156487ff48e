/** What happened to an event, in one line of time: taken in, tried, checked, moved. Newest first; tries that came to the same stand together. Pure. */
import type { AnswerAt } from '../api.ts'

export type Detail = AnswerAt<'/api/parking/parking_event_detail'>
export type Move = Detail['moves'][number]
export type Attempt = Detail['attempts'][number]
export type Check = Detail['checks'][number]

export type Step =
  | { readonly kind: 'taken_in'; readonly time_str: string; readonly status: number }
  | { readonly kind: 'move'; readonly time_str: string; readonly move: Move }
  | { readonly kind: 'check'; readonly time_str: string; readonly check: Check }
  /** `before`: the tries before it that came to the same, newest first. */
  | {
      readonly kind: 'attempt'
      readonly time_str: string
      readonly attempt: Attempt
      readonly before: readonly Attempt[]
    }

/** What comes first of what has the same millisecond: a try leads to a move, a check too. */
const order = { taken_in: 0, check: 1, attempt: 2, move: 3 } as const

export function stepsOf(
  event: Pick<Detail, 'create_time_str' | 'status' | 'moves' | 'attempts' | 'checks'>,
): readonly Step[] {
  const began: Step = {
    kind: 'taken_in',
    time_str: event.create_time_str,
    status: event.moves[0]?.from ?? event.status,
  }
  const later = [
    ...event.moves.map((move) => ({
      at: move.timestamp_ms,
      step: { kind: 'move', time_str: move.time_str, move } satisfies Step,
    })),
    ...event.checks.map((check) => ({
      at: check.timestamp_ms,
      step: { kind: 'check', time_str: check.time_str, check } satisfies Step,
    })),
    // A try is noted when it began, and what came of it belongs behind its end.
    ...event.attempts.map((attempt) => ({
      at: attempt.timestamp_ms,
      step: { kind: 'attempt', time_str: attempt.time_str, attempt, before: [] } satisfies Step,
    })),
  ].toSorted((a, b) => a.at - b.at || order[a.step.kind] - order[b.step.kind])
  return later
    .map(({ step }) => step)
    .reduce<Step[]>(together, [began])
    .toReversed()
}

/** Adds a step; a try that came to the same as the one right before it takes that one in. */
function together(steps: Step[], next: Step): Step[] {
  const last = steps.at(-1)
  if (next.kind !== 'attempt' || last?.kind !== 'attempt' || !cameToTheSame(last.attempt, next.attempt))
    return [...steps, next]
  return [...steps.slice(0, -1), { ...next, before: [last.attempt, ...last.before] }]
}

const cameToTheSame = (a: Attempt, b: Attempt): boolean =>
  a.step === b.step && a.outcome === b.outcome && a.info === b.info && a.address === b.address
