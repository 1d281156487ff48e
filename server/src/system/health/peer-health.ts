/** Whether the object storage and the platform accept data, according to the attempts of the workers. */
import type { Answer } from '@parking/contract'
import { readParam } from '#src/params/param.store.ts'
import { platformParam } from '#src/platform/platform-param.store.ts'
import { platformState } from '#src/platform/platform-state.ts'
import { failedRun } from '#src/queue/queue-view.store.ts'
import type { HealthNeeds } from './health.ts'

type Peer = Answer<'box_health'>['storage']
type Needs = Pick<HealthNeeds, 'db' | 'heartbeat' | 'now' | 'readings' | 'secrets'>

const off: Peer = { state: 'off', reason: '', since_ms: 0 }
const unknown: Peer = { state: 'unknown', reason: '', since_ms: 0 }
/** Consecutive failures, of any events, after which the peer is considered to have failed (queue-view.ts). */
const failure_threshold = 3

export function storageHealth(deps: Needs): Peer {
  if (readParam(deps, 'storage_param').endpoint === '') return off
  const { n, first_ms, info, answered_ms } = failedRun(deps.db, 'upload')
  // What the uploader has found since the start. `between`: the attempts went to another object storage.
  const level = deps.readings.of('storage')?.level
  if (level === 'between') return unknown
  if (level === 'bad' || (level === undefined && n >= failure_threshold))
    return { state: 'failing', reason: info ?? '', since_ms: first_ms ?? 0 }
  return level === 'well' || answered_ms !== null
    ? { state: 'ok', reason: '', since_ms: answered_ms ?? 0 }
    : unknown
}

/** The heartbeat is checked first, because it is sent even when there are no events. */
export function platformHealth(deps: Needs): Peer {
  const { state, said, failing_since_ms, success_ms } = platformState(deps)
  if (state === 'failing') return { state: 'failing', reason: said, since_ms: failing_since_ms ?? 0 }
  if (platformParam(deps).data_url !== '') {
    const { n, first_ms, info, answered_ms } = failedRun(deps.db, 'deliver')
    if (n >= failure_threshold) return { state: 'failing', reason: info ?? '', since_ms: first_ms ?? 0 }
    const accepted_ms = Math.max(success_ms ?? 0, answered_ms ?? 0)
    return accepted_ms > 0 ? { state: 'ok', reason: '', since_ms: accepted_ms } : unknown
  }
  if (state === 'off') return off
  return success_ms === null ? unknown : { state: 'ok', reason: '', since_ms: success_ms }
}
