/** A reading of one subject that can raise an alarm, and the store of readings that other parts report. */
import type { AlarmKind } from '@parking/contract'
import type { Level } from './machine.ts'

export type Facts = Record<string, string | number>
export type Reading = {
  kind: AlarmKind
  /** A camera_sn or an address. Empty if the kind has only one subject. */
  subject: string
  /** The name of the subject, as shown to users. */
  name: string
  level: Level
  facts: Facts
  /** Raises the alarm without delay, because the operator is about to act on it. */
  at_once?: true
  /** While the alarm is open and its level is bad, its facts follow the reading. */
  renews?: true
}

/**
 * Readings that other parts report (e.g. an object storage that does not answer). The newest of each subject
 * is kept.
 */
export class ReportedReadings {
  /** By kind and subject. */
  readonly #readings = new Map<string, Reading>()

  /** Stores a reading. The alarm watch decides when it becomes an alarm. */
  report(reading: Reading): void {
    this.#readings.set(`${reading.kind} ${reading.subject}`, reading)
  }

  /** The reading of a kind that has no subjects. */
  of(kind: AlarmKind): Reading | undefined {
    return this.#readings.get(`${kind} `)
  }

  all(): Reading[] {
    return [...this.#readings.values()]
  }
}
