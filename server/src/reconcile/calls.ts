/** Area `parking`: the comparison of events with the platform's export. */
import {
  type Answer,
  type Body,
  event_status,
  type OurEvent,
  type PlatformRow,
  type reconcile_calls,
  type ReconcileMapping,
} from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import type { Deps } from '../core/deps.ts'
import { spanOfDay, stampOf } from '../core/stamp.ts'
import { matchDay, neverClosed } from './match-day.ts'
import { type EventOfDay, eventsBetween } from './reconcile.store.ts'

export const reconcile_handlers = {
  compare_platform_day: (body, context) => compareDay(body, context),
  get_reconcile_mapping: (_, { db }) => ({
    mapping: readSetting<ReconcileMapping | null>(db, 'reconcile_mapping', null),
  }),
  update_reconcile_mapping(mapping, { db, now }) {
    writeSetting<ReconcileMapping | null>(db, 'reconcile_mapping', mapping, now())
    return {}
  },
} satisfies Handlers<keyof typeof reconcile_calls>

/** Compares a day with the platform's export, and lists each difference with the device's own data. */
type Result = Answer<'compare_platform_day'>

const max_listed = 500
/** Margin around the day, so that events near midnight match their row even if its time differs. */
const edge_ms = 300_000

const withdrawn: readonly number[] = [
  event_status.discarded,
  event_status.manually_discarded,
  event_status.skipped,
]

function compareDay(
  { day, rows, event_types }: Body<'compare_platform_day'>,
  { db }: Pick<Deps, 'db'>,
): Result {
  const { from_ms, to_ms } = spanOfDay(day)
  const is_of_day = (ms: number) => ms >= from_ms && ms < to_ms
  const events = eventsBetween(db, from_ms - edge_ms, to_ms + edge_ms).filter((one) =>
    event_types.includes(one.event_type),
  )
  const near = rows.filter(({ time_ms }) => time_ms >= from_ms - edge_ms && time_ms < to_ms + edge_ms)
  const found = matchDay(events, near)
  const pairs = found.pairs.filter(({ ours }) => is_of_day(ours.event_ms))
  const expected = pairs.filter(({ ours }) => !withdrawn.includes(ours.status))
  const different = expected.filter(({ fields }) => fields.length > 0)
  const unmatched = found.only_ours.filter(
    ({ event_ms, status }) => is_of_day(event_ms) && !withdrawn.includes(status),
  )
  const is_sent = ({ status }: EventOfDay) => status === event_status.sent
  return {
    ours: events.filter(({ event_ms, status }) => is_of_day(event_ms) && !withdrawn.includes(status)).length,
    theirs: near.filter(({ time_ms }) => is_of_day(time_ms)).length,
    equal: expected.length - different.length,
    missing: listed(unmatched.filter(is_sent), oursOf),
    unsent: listed(
      unmatched.filter((one) => !is_sent(one)),
      oursOf,
    ),
    unknown: listed(
      found.only_theirs.filter(({ time_ms }) => is_of_day(time_ms)),
      theirsOf,
    ),
    double: listed(
      [...found.doubles].filter(([{ event_ms }]) => is_of_day(event_ms)),
      ([one, further]) => ({
        ours: oursOf(one),
        lines: [pairs.find(({ ours }) => ours === one)?.theirs.line, ...further.map(({ line }) => line)]
          .filter((line) => line !== undefined)
          .toSorted((a, b) => a - b),
      }),
    ),
    different: listed(different, ({ ours, theirs, fields, by }) => ({
      ours: oursOf(ours),
      theirs: theirsOf(theirs),
      fields: [...fields],
      by,
    })),
    unclear: listed(
      found.unclear.filter(({ theirs }) => is_of_day(theirs.time_ms)),
      ({ theirs, candidates }) => ({ theirs: theirsOf(theirs), candidates: candidates.map(oursOf) }),
    ),
    unexpected: listed(
      pairs.filter(({ ours }) => withdrawn.includes(ours.status)),
      ({ ours, theirs }) => ({ ours: oursOf(ours), theirs: theirsOf(theirs) }),
    ),
    open_ours: listed(
      neverClosed(events.filter(({ status }) => !withdrawn.includes(status))).filter(({ event_ms }) =>
        is_of_day(event_ms),
      ),
      oursOf,
    ),
    open_theirs: listed(
      neverClosed(near.toSorted((a, b) => a.time_ms - b.time_ms || a.line - b.line)).filter(({ time_ms }) =>
        is_of_day(time_ms),
      ),
      theirsOf,
    ),
  }
}

function listed<Item, Shown>(
  items: readonly Item[],
  show: (item: Item) => Shown,
): { n: number; list: Shown[] } {
  return { n: items.length, list: items.slice(0, max_listed).map(show) }
}

const oursOf = ({ event_ms, send_ms, ...rest }: EventOfDay): OurEvent => ({
  ...rest,
  event_time_str: stampOf(event_ms),
  send_time_str: stampOf(send_ms),
  response_info: rest.response_info.slice(0, 2000),
})
const theirsOf = ({ time_ms, ...rest }: PlatformRow) => ({ ...rest, time_str: stampOf(time_ms) })
