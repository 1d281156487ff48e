/**
 * A reading of one subject that can raise an alarm, and the store for parts that report readings themselves.
 */
import type { AlarmKind } from '@parking/contract'
import type { Level } from './machine.ts'

export type Facts = Record<string, string | number>
export type Reading = {
  kind: AlarmKind
  /** The subject: a camera_sn or an address; empty where the kind is enough. */
  subject: string
  /** The subject's name for a user. */
  name: string
  level: Level
  facts: Facts
  /** Raises the alarm at once: the operator is about to act on it. */
  at_once?: true
}

/**
 * Readings that other parts report themselves (e.g. a storage
 * that does not answer); the newest of a subject counts.
 */
export class ReportedReadings {
  /** By kind and subject. */
  readonly #readings = new Map<string, Reading>()

  /** The alarm watch decides when a reading becomes an alarm. */
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
