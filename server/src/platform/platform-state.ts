/** The answer of `platform_state`. */
import type { Answer } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { countWaiting } from '../events/record/event.store.ts'
import type { HeartbeatState } from './heartbeat-state.ts'
import { platformParam } from './platform-param.store.ts'

export function platformState(
  deps: Pick<Deps, 'db' | 'now' | 'secrets'> & { heartbeat: HeartbeatState },
): Answer<'platform_state'> {
  const { device_hb_url } = platformParam(deps)
  const { tried_ms, success_ms, failing_since_ms, failures, next_ms, said, round_trips, clock } =
    deps.heartbeat.current
  const state =
    device_hb_url === '' ? 'off' : failures > 0 ? 'failing' : success_ms !== null ? 'good' : 'waiting'
  return {
    state,
    now_ms: deps.now(),
    tried_ms,
    success_ms,
    failing_since_ms,
    failures,
    next_ms: state === 'off' ? null : next_ms,
    said: said.slice(0, 2000),
    round_trip_ms: round_trips.at(-1) ?? null,
    round_trips,
    clock,
    queue: countWaiting(deps.db),
  }
}
