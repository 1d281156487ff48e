/**
 * What the front page of a dossier says about times in doubt: the limits of docs/evidence.md, by which the
 * verifier judges the same times.
 */
import { event_type, stayLength } from '@parking/contract'
import type { KnownOffset } from '#src/clocks/clocks.ts'
import { stampOf } from '#src/core/stamp.ts'
import type { DossierContent, DossierEvent } from './dossier-content.ts'
import { nameOf } from './dossier-rows.ts'
import type { DossierWords } from './words.ts'

/** A device knows an event within a second, or after a crash at the next start. */
export const late_ms = 10 * 60_000
/** A clock that follows NTP makes no step larger than this. */
const step_ms = 1_000

/** What the log recorded with an event. */
type Recorded = {
  clock?: KnownOffset | null
  camera_clock?: KnownOffset | null
  made?: { ms: number }
  device?: { program?: { name: string; version: string; model: string } | null }
}
/** Empty before the log has recorded the event. */
export const recordedOf = ({ leaves }: DossierEvent): Recorded => {
  const body = leaves.find(({ kind }) => kind === 'event')?.body
  return body ? (JSON.parse(body) as Recorded) : {}
}

/** A sentence for each doubt about the time of an event. No clock is judged for a time that a user typed. */
export function timeFlags({ events, notes }: DossierContent, words: DossierWords): string[] {
  const began_ms = notes.find(({ kind }) => kind === 'start')?.at_ms ?? -Infinity
  return events.flatMap((one, at) => {
    const { event } = one
    if (event.typed === 1) return []
    const { clock, camera_clock, made } = recordedOf(one)
    const logged_ms = made ? made.ms - event.create_ms : 0
    const behind_ms = event.create_ms - event.event_ms
    const doubts = {
      late: behind_ms > late_ms ? behind_ms : 0,
      future: -behind_ms > step_ms ? -behind_ms : 0,
      logged_late: logged_ms > late_ms ? logged_ms : 0,
      logged_early: -logged_ms > step_ms ? -logged_ms : 0,
      before_log: began_ms - event.event_ms > step_ms ? began_ms - event.event_ms : 0,
      camera_off: beyondError(camera_clock),
      clock_off: beyondError(clock),
    }
    return (Object.keys(doubts) as (keyof typeof doubts)[])
      .filter((doubt) => doubts[doubt] > 0)
      .map((doubt) =>
        words.time_flags[doubt]
          .replace('{n}', String(at + 1))
          .replace('{event}', nameOf(event_type, words.event_type, event.event_type))
          .replace('{at}', stampOf(event.event_ms))
          .replace('{by}', stayLength(doubts[doubt] / 1000)),
      )
  })
}

/** A sentence for each restore, each loss of the log, and each step of the clock in the time of the stay. */
export function noteFlags({ stay, notes }: DossierContent, words: DossierWords): string[] {
  const inStay = (at_ms: number, by_ms: number) =>
    stay !== undefined &&
    at_ms >= stay.begin_ms - Math.abs(by_ms) &&
    at_ms <= (stay.end_ms ?? Infinity) + Math.abs(by_ms)
  return notes.flatMap(({ kind, at_ms, why, how, events: after, by, by_ms }) => {
    const says =
      kind === 'restored'
        ? how === 'restore'
          ? words.restored_says[after ?? 'unknown']
          : words.brought_back_says[after ?? 'older']
        : kind === 'start'
          ? why === 'lost' && words.log_lost_says
          : by_ms === null
            ? words.clock_back_says
            : Math.abs(by_ms) > step_ms && inStay(at_ms, by_ms) && words.clock_set_says
    return says
      ? [
          says
            .replace('{at}', stampOf(at_ms))
            .replace('{by}', by || words.by_device)
            .replace('{step}', `${(by_ms ?? 0) < 0 ? '−' : '+'}${stayLength(Math.abs(by_ms ?? 0) / 1000)}`),
        ]
      : []
  })
}

/** By how much a clock was off; 0 if that is within its error. */
const beyondError = (known: KnownOffset | null | undefined): number =>
  known && Math.abs(known.offset_ms) > known.error_ms + step_ms ? Math.abs(known.offset_ms) : 0
