/** What a factory restore deletes of each item that is not kept, with counts if the device provides them. */
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import type { Keep } from './kept-items.ts'

/** `none`: there is nothing to lose. */
export type Loss = { says: string; tone: 'lost' | 'none' }

export function useLosses(): Record<Keep, Loss[]> {
  const { lost } = useWords('operation').restore
  const one = { page: 1, page_size: 1 }
  const cameras = useCall('/api/camera/list_cameras', one).data?.total
  const events = useCall('/api/parking/parking_event', one).data?.total
  const waiting = useCall('/api/system/reboot_preflight', {}).data?.waiting ?? 0
  const loss = (says: string, count?: number): Loss => ({ says, tone: count === 0 ? 'none' : 'lost' })
  return {
    network: [loss(lost.network)],
    users: [loss(lost.users)],
    cameras: [loss(lost.cameras(cameras), cameras)],
    params: [loss(lost.params)],
    events: [
      loss(lost.events(events), events),
      ...(waiting > 0 && events !== 0 ? [loss(lost.waiting(waiting))] : []),
    ],
  }
}
