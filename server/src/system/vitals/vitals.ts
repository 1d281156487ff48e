/**
 * Memory and temperature over time: every 30 s for the last hour, held in memory, and every 5 min for the
 * last day, stored in the database.
 */
import type { Db } from '#src/core/db.ts'
import type { Part } from '#src/core/part.ts'
import type { HostPort } from '#src/ports/host-port.ts'
import type { Logger } from 'pino'
import { addVitals, vitalsBefore, type Reading } from './vitals.store.ts'

const fine_ms = 30_000
const fine_span_ms = 3_600_000
const coarse_ms = 5 * 60_000
const coarse_span_ms = 24 * 3_600_000
const max_points = 120

type Needs = { db: Db; host: HostPort; now: () => number; log: Pick<Logger, 'warn'> }

export class History implements Part {
  readonly #db: Db
  readonly #host: HostPort
  readonly #now: () => number
  readonly #log: Pick<Logger, 'warn'>
  #fine: Reading[] = []
  #stored_ms = 0
  #timer: NodeJS.Timeout | undefined

  constructor({ db, host, now, log }: Needs) {
    this.#db = db
    this.#host = host
    this.#now = now
    this.#log = log
  }

  /** Takes a reading immediately, and another every 30 s. A failed reading is skipped. */
  start(): void {
    const read = () =>
      void this.sample().catch((error: unknown) => this.#log.warn({ err: error }, 'vitals could not be read'))
    read()
    this.#timer = setInterval(read, fine_ms)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Takes one reading. */
  async sample(): Promise<void> {
    const { memory_used, memory_total, temperature } = await this.#host.vitals()
    const now = this.#now()
    this.#fine = [
      ...this.#fine.filter(([at]) => at > now - fine_span_ms && at < now),
      [now, percent(memory_used, memory_total), temperature],
    ]
    if (now - this.#stored_ms < coarse_ms) return
    this.#stored_ms = now
    const recent = this.#fine.filter(([at]) => at > now - coarse_ms)
    addVitals(this.#db, average(recent), now - coarse_span_ms)
  }

  /** At most 120 readings of the last day, oldest first. */
  points(): Reading[] {
    const now = this.#now()
    const first_fine = this.#fine[0]?.[0] ?? now
    return thinned([...vitalsBefore(this.#db, now - coarse_span_ms, first_fine), ...this.#fine], max_points)
  }
}

/** Used memory in percent, to a tenth. */
export const percent = (used: number, total: number): number =>
  total > 0 ? Math.round((used / total) * 1000) / 10 : 0

/** Reduces the readings to at most `max`: those in the same interval are replaced by their average. */
export function thinned(readings: Reading[], max: number): Reading[] {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || readings.length <= max) return readings
  const step = (last[0] - first[0]) / max
  const by_interval = new Map<number, Reading[]>()
  for (const reading of readings) {
    const interval = Math.min(max - 1, Math.floor((reading[0] - first[0]) / step))
    by_interval.set(interval, [...(by_interval.get(interval) ?? []), reading])
  }
  return [...by_interval.values()].map(average)
}

/** The mean of the readings, with the time of the last one. */
function average(readings: Reading[]): Reading {
  const mean = (values: number[]) =>
    Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10
  const degrees = readings.flatMap(([, , temperature]) => (temperature === null ? [] : [temperature]))
  return [
    readings.at(-1)?.[0] ?? 0,
    mean(readings.map(([, memory]) => memory)),
    degrees.length === 0 ? null : mean(degrees),
  ]
}
