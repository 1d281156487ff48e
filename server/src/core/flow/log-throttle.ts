/** Logs a repeated refusal once in a while with a count, so that a flood does not displace the log. */
const max_known = 1_000

export class LogThrottle {
  readonly #every_ms: number
  readonly #known = new Map<string, { until_ms: number; unlogged: number }>()

  constructor(every_ms: number) {
    this.#every_ms = every_ms
  }

  /**
   * Returns how often it happened since it was last logged, this time included; undefined if it must not be
   * logged now.
   */
  count(key: string, now: number): number | undefined {
    const known = this.#known.get(key)
    if (known && now < known.until_ms && known.until_ms - now <= this.#every_ms) {
      known.unlogged++
      return undefined
    }
    this.#known.delete(key)
    const oldest = this.#known.keys().next().value
    if (this.#known.size >= max_known && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(key, { until_ms: now + this.#every_ms, unlogged: 0 })
    return (known?.unlogged ?? 0) + 1
  }
}
