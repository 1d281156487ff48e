/** Reads the device's side of a comparison: the events of a period, and those that the file names. */
import { reconcile_page } from '@parking/contract/reconcile/reconcile-words.ts'
import { call, type AnswerAt, type BodyAt } from '#src/core/api.ts'
import { near_ms, type DeviceEvent } from './pair.ts'
import type { Deleted } from './reconcile.ts'

type Body = BodyAt<'/api/parking/list_reconcile_events'>
export type DeviceSide = { events: DeviceEvent[]; deleted: Deleted[]; total: number }

/**
 * `to_ms` is exclusive. `onRead` gets the number of events read so far. Throws `CallError`, also if aborted.
 */
export async function readEvents(
  { from_ms, to_ms, uuids }: { from_ms: number; to_ms: number; uuids: readonly string[] },
  signal: AbortSignal,
  onRead: (n: number) => void,
): Promise<DeviceSide> {
  const options = { quiet: true, signal }
  const events = new Map<string, DeviceEvent>()
  const add = (list: readonly DeviceEvent[]) => {
    for (const one of list) events.set(one.uuid.toLowerCase(), one)
    if (!signal.aborted) onRead(events.size)
  }
  async function readSpan(from: number, to: number): Promise<number> {
    let after: Body['after'] = null
    for (;;) {
      const body: Body = { from_ms: from, to_ms: to, after }
      const page: AnswerAt<'/api/parking/list_reconcile_events'> = await call(
        '/api/parking/list_reconcile_events',
        body,
        options,
      )
      add(page.list)
      if (page.next === null) return page.total
      after = page.next
    }
  }
  await readSpan(from_ms - near_ms, from_ms)
  const total = await readSpan(from_ms, to_ms)
  await readSpan(to_ms, to_ms + near_ms)
  const others = uuids.filter((uuid) => !events.has(uuid))
  const deleted: Deleted[] = []
  for (let at = 0; at < others.length; at += reconcile_page) {
    const body = { uuids: others.slice(at, at + reconcile_page) }
    const found = await call('/api/parking/find_reconcile_events', body, options)
    add(found.list)
    deleted.push(...found.deleted)
  }
  return { events: [...events.values()].toSorted((a, b) => a.event_ms - b.event_ms), deleted, total }
}
