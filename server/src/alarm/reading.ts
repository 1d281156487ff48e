/** What was seen of one thing that can be alarming, and the way in for those who see it by themselves. */
import type { AlarmKind } from '@parking/contract'
import type { Level } from './machine.ts'

export type Facts = Record<string, string | number>
export type Reading = {
  kind: AlarmKind
  /** What it is about: a camera_sn, an address; empty where the kind says it all. */
  subject: string
  /** As a person calls it. */
  name: string
  level: Level
  facts: Facts
  /** It is an alarm without having been bad for a while: somebody is about to act on it. */
  at_once?: true
}

/** Readings that other parts report themselves (a storage that does not answer); the newest one of a subject counts. */
export class ReportedReadings {
  /** By kind and subject. */
  readonly #readings = new Map<string, Reading>()

  /** The alarm watch decides when a reading becomes an alarm. */
  report(reading: Reading): void {
    this.#readings.set(`${reading.kind} ${reading.subject}`, reading)
  }

  all(): Reading[] {
    return [...this.#readings.values()]
  }
}
