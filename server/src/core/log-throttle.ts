/** Somebody who is refused again and again is written down once in a while, with how often it was: a flood must not wash the log away. */
const max_known = 1_000

export class LogThrottle {
  readonly #every_ms: number
  readonly #known = new Map<string, { until_ms: number; unsaid: number }>()

  constructor(every_ms: number) {
    this.#every_ms = every_ms
  }

  /** How often it happened since it was last said, this time included; undefined when it is not to be said now. */
  count(key: string, now: number): number | undefined {
    const known = this.#known.get(key)
    if (known && now < known.until_ms && known.until_ms - now <= this.#every_ms) {
      known.unsaid++
      return undefined
    }
    this.#known.delete(key)
    const oldest = this.#known.keys().next().value
    if (this.#known.size >= max_known && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(key, { until_ms: now + this.#every_ms, unsaid: 0 })
    return (known?.unsaid ?? 0) + 1
  }
}
