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
import type { Db } from '../core/db.ts'
import { roomsOfEvents } from '../events/record/session.store.ts'
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
      list: shown(db, page),
      next: last ? { event_ms: last.event_ms, event_id: last.event_id } : null,
    }
  },
  find_reconcile_events({ uuids }, { db }) {
    const wanted = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
    return { list: shown(db, eventsWithUuids(db, wanted)), deleted: deletedWithUuids(db, wanted) }
  },
  get_reconcile_mapping: (_, { db }) => ({
    mapping: readSetting<ReconcileMapping | null>(db, 'export_mapping', null),
  }),
  update_reconcile_mapping(mapping, { db, now }) {
    writeSetting<ReconcileMapping | null>(db, 'export_mapping', mapping, now())
    return {}
  },
} satisfies Handlers<keyof typeof reconcile_calls>

function shown(db: Db, rows: readonly ReconcileRow[]): ReconcileEvent[] {
  const rooms = roomsOfEvents(db, rows)
  return rows.map((row, at) => {
    const { event_id: _, checked_plate: __, typed: ___, verdict: ____, lots_id: _____, ...event } = row
    return {
      ...event,
      plate_number: knownPlate(row),
      state: standingOf(row),
      response_info: row.response_info.slice(0, max_answer_chars),
      room: rooms[at]!,
    }
  })
}
