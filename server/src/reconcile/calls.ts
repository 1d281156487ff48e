/** Area `parking`: the device's side of a comparison with the platform's export. */
import {
  reconcile_page,
  standingOf,
  type ReconcileEvent,
  type ReconcileMapping,
  type reconcile_calls,
} from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import { knownPlate } from '../events/record/stays.ts'
import {
  countBetween,
  deletedWithUuids,
  eventsBetween,
  eventsWithUuids,
  type ReconcileRow,
} from './reconcile.store.ts'

const max_answer_chars = 200

export const reconcile_handlers = {
  list_reconcile_events({ from_ms, to_ms, after }, { db }) {
    const rows = eventsBetween(db, { from_ms, to_ms, after, most: reconcile_page + 1 })
    const page = rows.slice(0, reconcile_page)
    const last = rows.length > page.length ? page.at(-1) : undefined
    return {
      total: countBetween(db, from_ms, to_ms),
      list: page.map(shown),
      next: last ? { event_ms: last.event_ms, event_id: last.event_id } : null,
    }
  },
  find_reconcile_events({ uuids }, { db }) {
    const wanted = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
    return { list: eventsWithUuids(db, wanted).map(shown), deleted: deletedWithUuids(db, wanted) }
  },
  get_reconcile_mapping: (_, { db }) => ({
    mapping: readSetting<ReconcileMapping | null>(db, 'export_mapping', null),
  }),
  update_reconcile_mapping(mapping, { db, now }) {
    writeSetting<ReconcileMapping | null>(db, 'export_mapping', mapping, now())
    return {}
  },
} satisfies Handlers<keyof typeof reconcile_calls>

function shown(row: ReconcileRow): ReconcileEvent {
  const { event_id: _, checked_plate: __, typed: ___, verdict: ____, ...event } = row
  return {
    ...event,
    plate_number: knownPlate(row),
    state: standingOf(row),
    response_info: row.response_info.slice(0, max_answer_chars),
  }
}
