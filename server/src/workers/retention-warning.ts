/** The alarm that comes before anything unsent is discarded (docs/decisions/0023): raised at once, in the table and in the log, and left standing for a while. */
import { log_type } from '@parking/contract'
import type { ReportedReadings } from '../alarm/reading.ts'
import { openAlarms } from '../alarm/alarm.store.ts'
import type { Deps } from '../core/deps.ts'
import { countUnsent } from '../retention/retention-delete.store.ts'
import type { Space } from '../core/disk-space.ts'

/** An alarm that cannot even be written must not keep a full box full for good. */
const max_mute_rounds = 3

export type Warning = {
  /** Gives it, and answers whether it has stood for long enough. */
  isHeard(space: Space): Promise<boolean>
  isGiven(): boolean
  /** There is room: one that an earlier run of the server has left open is over too. */
  over(): void
}

/** `alarm` looks at the alarms now; `grace_ms` on the steady clock. */
export function createWarning(
  { db, log, readings }: Pick<Deps, 'db' | 'log'> & { readings: ReportedReadings },
  alarm: () => Promise<void>,
  grace_ms: number,
): Warning {
  let given:
    | { /** It stands. */ since: number | undefined; /** So often it could not be raised. */ mute: number }
    | undefined
  // Beside the alarm of the disk itself, which may have stood since long before.
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
          'the disk is full and nothing else is left to let go: events that were not sent yet will be discarded',
        )
      given ??= { since: undefined, mute: 0 }
      await alarm()
      if (!isOpen()) await alarm() // the first one may have begun before it was told
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
