/**
 * The answer to the call `box_health`. Every page with the status strip calls it every few seconds, so
 * nothing here runs a program or contacts another machine. Workers have already measured anything slow.
 */
import { alarm_limits, type Answer, event_status } from '@parking/contract'
import { byCost, openAlarms } from '#src/alarm/alarm.store.ts'
import type { ReportedReadings } from '#src/alarm/reading.ts'
import type { AnalysisConnection } from '#src/core/analysis-connection.ts'
import type { Deps } from '#src/core/deps.ts'
import { spaceOf } from '#src/core/files/disk-space.ts'
import type { BoxClock } from '#src/device/box-clock.ts'
import type { HeartbeatState } from '#src/platform/heartbeat-state.ts'
import { eventQueue } from '#src/queue/queue-view.ts'
import { percent } from '../vitals/vitals.ts'
import { platformHealth, storageHealth } from './peer-health.ts'

export type HealthParts = {
  analysis: AnalysisConnection
  box_clock: BoxClock
  heartbeat: HeartbeatState
  readings: ReportedReadings
}
export type HealthNeeds = Pick<Deps, 'app' | 'db' | 'folder' | 'host' | 'now' | 'secrets'> & HealthParts
type Health = Answer<'box_health'>

export async function boxHealth(deps: HealthNeeds): Promise<Health> {
  const [space, vitals] = await Promise.all([spaceOf(deps.folder), deps.host.vitals()])
  const { app, analysis, now } = deps
  const queue = eventQueue(deps)
  return {
    application: {
      state: app.status().state,
      connected: analysis.peer !== null,
      name: analysis.peer?.name ?? '',
      version: analysis.peer?.version ?? '',
    },
    storage: storageHealth(deps),
    platform: platformHealth(deps),
    queue: { state: queue.state, waiting: queue.waiting, oldest_ms: ageOfOldest(queue.oldest_ms, now()) },
    clock: clockHealth(deps),
    disk: {
      percent_used: percent(space.total - space.free, space.total),
      free_bytes: space.free,
      total_bytes: space.total,
    },
    cpu: vitals.cpu,
    memory: percent(vitals.memory_used, vitals.memory_total),
    temperature: vitals.temperature,
    run_s: Math.max(0, Math.floor((now() - deps.host.bootedAt()) / 1000)),
    alarms: alarmsShown(deps),
  }
}

/** Events that the queue still sends. Events that were given up wait for a user instead. */
const queued_statuses = [
  event_status.pending,
  event_status.delayed,
  event_status.awaiting_upload,
  event_status.awaiting_processing,
]

function ageOfOldest(oldest_ms: Record<string, number>, now: number): number {
  const arrived = queued_statuses.flatMap((status) => oldest_ms[String(status)] ?? [])
  return arrived.length === 0 ? 0 : Math.max(0, now - Math.min(...arrived))
}

function alarmsShown({ db }: Pick<Deps, 'db'>): Health['alarms'] {
  const open = openAlarms(db)
  const [worst] = open.toSorted(byCost)
  if (!worst) return { open: 0, worst: null }
  const { kind, severity, subject, name, since_ms, facts } = worst
  return { open: open.length, worst: { kind, severity, subject, name, since_ms, facts } }
}

/** Whether the clock of the box can be trusted, according to the last comparison by the alarm watch. */
type Needs = { readings: ReportedReadings; box_clock: BoxClock }

function clockHealth({ readings, box_clock }: Needs): Answer<'box_health'>['clock'] {
  const offset = readings.of('clock')?.facts['offset_ms']
  const offset_ms = typeof offset === 'number' ? offset : null
  const { ntp_enabled } = box_clock.last ?? {}
  if (offset_ms !== null && Math.abs(offset_ms) >= alarm_limits.clock_ms.bad)
    return { state: 'off', offset_ms }
  if (ntp_enabled === false || box_clock.synchronized === false) return { state: 'free', offset_ms }
  const compared = offset_ms !== null || box_clock.synchronized === true
  return { state: compared ? 'ok' : 'unknown', offset_ms }
}
