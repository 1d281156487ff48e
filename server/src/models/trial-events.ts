/** The part of a trial that judges recorded entries and exits again, each in the picture of its moment. */
import { event_type } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { lotAsTaken, lotOf } from '../events/record/event-lot.ts'
import { picturePath } from '../events/record/event-paths.ts'
import type { Looker, ModelLook } from '../ports/models-port.ts'
import { confirmedEntries, eventsOfCamera, type RecordedEvent } from './recorded-events.store.ts'
import { max_differences, noteEvent, type Card, type Pair } from './trial-card.ts'

type Needs = Pick<Deps, 'db' | 'media'>
/** Both models' looks at a picture. */
export type AskBoth = (picture: Parameters<Looker['ask']>[0]) => Promise<Pair<ModelLook>>

/**
 * The newest events of each camera since `from_ms`, at most `max_events` in total, and up to `max_confirmed`
 * entries of any age that a user confirmed. Oldest first, as the models would have seen them.
 */
export function eventsToJudge(
  db: Needs['db'],
  camera_sns: readonly string[],
  { from_ms, max_events, max_confirmed }: { from_ms: number; max_events: number; max_confirmed: number },
): RecordedEvent[] {
  const limit = Math.floor(max_events / Math.max(1, camera_sns.length))
  const events = [
    ...camera_sns.flatMap((camera_sn) => eventsOfCamera(db, { camera_sn, from_ms, limit })),
    ...confirmedEntries(db, max_confirmed),
  ]
  return [...new Map(events.map((event) => [event.event_id, event])).values()].sort(
    (a, b) => a.event_ms - b.event_ms,
  )
}

/** Judges one event and counts it on the card. */
export async function judgeEvent(
  event: RecordedEvent,
  { card, ask }: { card: Card; ask: AskBoth },
  deps: Needs,
): Promise<void> {
  const { recorded } = card
  const is_exit = event.event_type === event_type.exit
  const lot = lotAsTaken(event, deps.db)
  const path = picturePath(event.create_ms, event.uuid, event.position)
  const jpeg = lot?.scene_changed === false && (await deps.media.files.read(path).catch(() => undefined))
  if (!jpeg) return void recorded.left_out++
  const looks = await ask({ camera_sn: event.camera_sn, time: event.event_ms, jpeg })
  const sees = ({ lots }: ModelLook) =>
    lots.filter(({ scene_id, lot_no }) => scene_id === event.scene_id && lot_no === event.lot_no)
  const [[running, ...others], [candidate]] = [sees(looks.running), sees(looks.candidate)]
  // In a lot for several vehicles, another one may stand there.
  if (!running || !candidate || others.length > 0) return void recorded.left_out++
  const seen = { running: running.seen, candidate: candidate.seen }
  const different = noteEvent(card, { is_exit, confirmed: event.verdict === 'confirmed' }, seen)
  if (!different || recorded.differences.length >= max_differences) return
  const { uuid, event_type: type, event_ms, plate_number, camera_name, lot_no } = event
  const polygon = (await lotOf(event, deps))?.polygon ?? []
  recorded.differences.push({
    uuid,
    event_type: type,
    event_ms,
    plate_number,
    camera_name,
    lot_no,
    polygon,
    ...seen,
  })
}
