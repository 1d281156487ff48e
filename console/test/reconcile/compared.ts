import { guessColumns, guessTypes } from '#src/pages/business/reconcile/guess-mapping.ts'
import type { DeviceEvent } from '#src/pages/business/reconcile/pair.ts'
import type { Table } from '#src/pages/business/reconcile/read-file.ts'
import { reconcile } from '#src/pages/business/reconcile/reconcile.ts'
import { recordsOf } from '#src/pages/business/reconcile/records.ts'

export const uuidOf = (n: number) => `0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`

/** An event of lot 001 that was seen and sent, and that the platform has answered. `n` makes its uuid. */
export const sentEvent = (
  n: number,
  { event_ms, ...more }: Partial<DeviceEvent> & Pick<DeviceEvent, 'event_ms'>,
): DeviceEvent => ({
  uuid: uuidOf(n),
  event_ms,
  event_type: n % 2 === 0 ? 1 : 3,
  camera_name: '东门 1',
  lot_no: '001',
  plate_number: '粤B12345',
  status: 2,
  state: 'observed',
  count_tried: 1,
  send_ms: event_ms,
  response_info: 'ok',
  room: 1,
  ...more,
})

type Compared = ReturnType<typeof reconcile> &
  Pick<ReturnType<typeof recordsOf>, 'faults'> & {
    columns: ReturnType<typeof guessColumns>
    /** Words that a user would have to map. */
    unmapped: readonly string[]
  }

/** The comparison of a table with these events, by the columns and words that are guessed. */
export function compared(
  table: Table,
  events: readonly DeviceEvent[],
  period: { from_ms: number; to_ms: number },
): Compared {
  const columns = guessColumns(table, null)
  const words = columns.event_type === '' ? [] : guessTypes(table, columns.event_type, null, [])
  const types = words.map(({ word, event_type = null }) => ({ word, event_type }))
  const file = recordsOf(table, { columns, types, utc_offset: null })
  const result = reconcile({ file, events, deleted: [], ...period, total: events.length })
  const unmapped = words.flatMap(({ word, event_type }) => (event_type === undefined ? [word] : []))
  return { ...result, faults: file.faults, columns, unmapped }
}
