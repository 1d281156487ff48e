/**
 * What the front page of a dossier says about times in doubt: the limits of docs/evidence.md, by which the
 * verifier judges the same times.
 */
import { event_type, stayLength } from '@parking/contract'
import type { KnownOffset } from '#src/clocks/clocks.ts'
import { stampOf } from '#src/core/stamp.ts'
import type { DossierEvent } from './dossier-content.ts'
import { nameOf } from './dossier-rows.ts'
import type { DossierWords } from './words.ts'

/** A device knows an event within a second, or after a crash at the next start. */
const late_ms = 10 * 60_000
/** A clock that follows NTP makes no step larger than this. */
const step_ms = 1_000

/** What the log recorded with an event. */
type Recorded = {
  clock?: KnownOffset | null
  camera_clock?: KnownOffset | null
  device?: { program?: { name: string; version: string; model: string } | null }
}
/** Empty before the log has recorded the event. */
export const recordedOf = ({ leaves }: DossierEvent): Recorded => {
  const body = leaves.find(({ kind }) => kind === 'event')?.body
  return body ? (JSON.parse(body) as Recorded) : {}
}

/** A sentence for each doubt about the time of an event. No clock is judged for a time that a user typed. */
export function timeFlags(events: readonly DossierEvent[], words: DossierWords): string[] {
  return events.flatMap((one, at) => {
    const { event } = one
    if (event.typed === 1) return []
    const { clock, camera_clock } = recordedOf(one)
    const behind_ms = event.create_ms - event.event_ms
    const doubts = {
      late: behind_ms > late_ms ? behind_ms : 0,
      future: -behind_ms > step_ms ? -behind_ms : 0,
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

/** By how much a clock was off; 0 if that is within its error. */
const beyondError = (known: KnownOffset | null | undefined): number =>
  known && Math.abs(known.offset_ms) > known.error_ms + step_ms ? Math.abs(known.offset_ms) : 0
