/**
 * The alarm before unsent events are discarded (docs/retention.md):
 * raised at once, stored and logged, and left open for a while.
 */
import { alarm_subjects, log_type } from '@parking/contract'
import type { ReportedReadings } from '../alarm/reading.ts'
import { openAlarms } from '../alarm/alarm.store.ts'
import type { Deps } from '../core/deps.ts'
import { countUnsent } from '../retention/retention-delete.store.ts'
import type { Space } from '../core/files/disk-space.ts'

/**
 * Number of attempts to store the alarm before events are discarded without it: otherwise a full disk would
 * stay full.
 */
const max_failures = 3

export type Warning = {
  /** Raises the alarm; returns whether it has been open for long enough. */
  raise(space: Space): Promise<boolean>
  isRaised(): boolean
  /** Clears the alarm when there is room, also one that an earlier run left open. */
  clear(): void
}

/** `alarm` evaluates the alarms now; `grace_ms` is on the monotonic clock. */
export function createWarning(
  { db, log, readings }: Pick<Deps, 'db' | 'log'> & { readings: ReportedReadings },
  alarm: () => Promise<void>,
  grace_ms: number,
): Warning {
  let raised:
    | {
        /** When it was first seen open. */
        since: number | undefined
        /** How often it could not be raised. */
        failures: number
      }
    | undefined
  // Separate from the alarm of the disk itself, which may have been open for a long time.
  const about = { kind: 'disk', subject: alarm_subjects.unsent, name: '' } as const
  const isOpen = () =>
    openAlarms(db).some(({ kind, subject }) => kind === about.kind && subject === about.subject)
  return {
    async raise({ total, free }) {
      const waiting = countUnsent(db)
      const percent = total === 0 ? 0 : Math.floor((free / total) * 1000) / 10
      readings.report({ ...about, level: 'bad', at_once: true, facts: { free, total, percent, waiting } })
      if (!raised)
        log.fatal(
          { log_type: log_type.alarm, what: 'unsent_at_risk', free, waiting },
          'the disk is full and no settled data is left: unsent events will be discarded',
        )
      raised ??= { since: undefined, failures: 0 }
      await alarm()
      if (!isOpen()) await alarm() // the first evaluation may have started before the report
      if (!isOpen()) return ++raised.failures > max_failures
      raised.since ??= performance.now()
      return performance.now() - raised.since >= grace_ms
    },
    isRaised: () => raised !== undefined,
    clear() {
      readings.report({ ...about, level: 'well', facts: {} })
      raised = undefined
    },
  }
}
