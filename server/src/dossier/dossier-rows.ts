/** Renders the tables of one event in a dossier: its looks, transitions, attempts and checks. */
import {
  check_undone,
  type AttemptOutcome,
  type AttemptStep,
  type EventLook,
  type EventReason,
} from '@parking/contract'
import { stampOf } from '#src/core/stamp.ts'
import type { DossierEvent } from './dossier-content.ts'
import { table } from './html.ts'
import type { DossierWords } from './words.ts'

type Move = { at_ms: number; from_status: number; to_status: number; reason: EventReason; moved_by: string }
type Attempt = { at_ms: number; step: AttemptStep; outcome: AttemptOutcome; address: string; info: string }
type Check = {
  at_ms: number
  checked_by: string
  verdict: string
  plate_before: string
  plate_after: string
  reason: string
}
/** The state as created by proof/event-facts.ts. */
const partsOf = (state: object) => state as { moves: Move[]; attempts: Attempt[]; checks: Check[] }

export function looksRows(looks: string | undefined, words: DossierWords): string | undefined {
  const list = looks === undefined ? [] : (JSON.parse(looks) as EventLook[])
  if (list.length === 0) return undefined
  return table(
    [words.at, words.seen, words.llr, words.belief, words.cover, words.plate],
    list.map(({ time, seen, why, llr, belief, cover, plate }) => [
      stampOf(time),
      seen === 'unknown' && why !== '' ? words.look_unknown[why] : words.look_seen[seen],
      llr === null ? '' : llr.toFixed(2),
      `${(belief * 100).toFixed(1)}%`,
      `${(cover * 100).toFixed(0)}%`,
      plate ?? '',
    ]),
  )
}

export function moveRows(state: object, words: DossierWords, statusOf: (code: number) => string): string {
  const { moves } = partsOf(state)
  if (moves.length === 0) return ''
  return table(
    [words.at, words.status, words.what, words.who],
    moves.map(({ at_ms, from_status, to_status, reason, moved_by }) => [
      stampOf(at_ms),
      `${statusOf(from_status)} → ${statusOf(to_status)}`,
      words.reasons[reason],
      moved_by || words.by_device,
    ]),
  )
}

export function attemptRows(state: object, words: DossierWords): string {
  const { attempts } = partsOf(state)
  if (attempts.length === 0) return ''
  return table(
    [words.at, words.result, words.call, words.answer],
    attempts.map(({ at_ms, step, outcome, address, info }) => [
      stampOf(at_ms),
      words.outcomes[step][outcome],
      address,
      info,
    ]),
  )
}

/** The first check of a typed event is its typing. */
export function checkRows(state: object, words: DossierWords, is_typed: boolean): string {
  const { checks } = partsOf(state)
  if (checks.length === 0) return ''
  const verdicts: Readonly<Record<string, string>> = words.verdicts
  return table(
    [words.at, words.checks, words.plate, words.who],
    checks.map(({ at_ms, checked_by, verdict, plate_before, plate_after, reason }, at) => [
      stampOf(at_ms),
      reason === check_undone
        ? words.verdicts.undone
        : [is_typed && at === 0 ? words.standing.typed : (verdicts[verdict] ?? verdict), reason]
            .filter(Boolean)
            .join(' · '),
      plate_before === plate_after
        ? plate_after
        : `${plate_before || words.no_plate} → ${plate_after || words.no_plate}`,
      checked_by,
    ]),
  )
}

/** In brackets, what is special about an event: a user typed it, a user withdrew it, or both. */
export function standingText(
  { event, standing }: Pick<DossierEvent, 'event' | 'standing'>,
  words: DossierWords,
) {
  if (standing === 'observed') return ''
  const both = standing === 'withdrawn' && event.typed === 1
  return `（${both ? words.typed_withdrawn : words.standing[standing]}）`
}

/** The name of a code; the code itself if it has none. */
export function nameOf(
  codes: Readonly<Record<string, number>>,
  names: Readonly<Record<string, string>>,
  code: number,
): string {
  const key = Object.keys(codes).find((name) => codes[name] === code)
  return (key === undefined ? undefined : names[key]) ?? String(code)
}
