/**
 * The alarm before unsent events are discarded (docs/retention.md):
 * raised at once, stored and logged, and left open for a while.
 */
import { log_type } from '@parking/contract'
import type { ReportedReadings } from '../alarm/reading.ts'
import { openAlarms } from '../alarm/alarm.store.ts'
import type { Deps } from '../core/deps.ts'
import { countUnsent } from '../retention/retention-delete.store.ts'
import type { Space } from '../core/files/disk-space.ts'

/** An alarm that cannot be stored must not keep a full disk full for ever. */
const max_mute_rounds = 3

export type Warning = {
  /** Raises it, and answers whether it has been open for long enough. */
  isHeard(space: Space): Promise<boolean>
  isGiven(): boolean
  /** There is room: an alarm left open by an earlier run is cleared too. */
  over(): void
}

/** `alarm` evaluates the alarms now; `grace_ms` is on the monotonic clock. */
export function createWarning(
  { db, log, readings }: Pick<Deps, 'db' | 'log'> & { readings: ReportedReadings },
  alarm: () => Promise<void>,
  grace_ms: number,
): Warning {
  let given:
    | { /** It stands. */ since: number | undefined; /** So often it could not be raised. */ mute: number }
    | undefined
  // Beside the alarm of the disk itself, which may have been open for long.
  const about = { kind: 'disk', subject: 'unsent', name: '' } as const
  const isOpen = () =>
    openAlarms(db).some(({ kind, subject }) => kind === about.kind && subject === about.subject)
  return {
    async isHeard({ total, free }) {
      const waiting = countUnsent(db)
      const percent = total === 0 ? 0 : Math.floor((free / total) * 1000) / 10
      readings.report({ ...about, level: 'bad', at_once: true, facts: { free, total, percent, waiting } })
      if (!given)
        log.fatal(
          { log_type: log_type.alarm, what: 'unsent_at_risk', free, waiting },
          'the disk is full and no settled data is left: unsent events will be discarded',
        )
      given ??= { since: undefined, mute: 0 }
      await alarm()
      if (!isOpen()) await alarm() // the first evaluation may have started before the report
      if (!isOpen()) return ++given.mute > max_mute_rounds
      given.since ??= performance.now()
      return performance.now() - given.since >= grace_ms
    },
    isGiven: () => given !== undefined,
    over() {
      readings.report({ ...about, level: 'well', facts: {} })
      given = undefined
    },
  }
}
