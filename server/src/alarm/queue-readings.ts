/** Readings of the queue of events: how long they wait, and whether any failed. */
import { alarm_limits, alarm_subjects, event_status } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { newestRefusal, oldestPending } from '../events/record/event-queue.store.ts'
import { countByStatus } from '../events/record/event.store.ts'
import { platformParam } from '../platform/platform-param.store.ts'
import { levelAbove } from './machine.ts'
import type { Reading } from './reading.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'now'>

/** Without a platform, nothing waits to be sent. */
export function queueReading(deps: Needs): Reading {
  const oldest = platformParam(deps).data_url === '' ? undefined : oldestPending(deps.db)
  const minutes = oldest === undefined ? 0 : Math.max(0, Math.floor((deps.now() - oldest) / 60_000))
  return {
    kind: 'queue',
    subject: '',
    name: '',
    level: levelAbove(minutes, alarm_limits.queue_minutes),
    facts: { minutes },
  }
}

/** Bad while any event is neither accepted nor tried again by the device itself: a user must act. */
export function failedEventsReading({ db }: Pick<Needs, 'db'>): Reading {
  const events = countByStatus(db).get(event_status.send_failed) ?? 0
  const said = events > 0 ? newestRefusal(db) : ''
  return {
    kind: 'queue',
    subject: alarm_subjects.refused,
    name: '',
    level: events > 0 ? 'bad' : 'well',
    facts: { events, said: said.slice(0, 300) },
    renews: true,
  }
}
