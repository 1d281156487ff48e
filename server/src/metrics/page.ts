/**
 * The page of `/metrics`. It is collected at most once a second, so that many clients, or a client in a loop,
 * cost no more than one.
 */
import type { Answer } from '@parking/contract'
import { content_types, countSamples, exposition, gauge, type Family, type Format } from './exposition.ts'
import { deviceFamilies, type MetricsNeeds } from './families.ts'

const fresh_ms = 1_000

type Scrape = Omit<NonNullable<Answer<'get_metrics'>['scrape']>, 'age_ms'>
type Collected = { families: Family[]; took_ms: number }

export class MetricsPage {
  #collected: { at: number; page: Promise<Collected> } | undefined
  #last: Scrape | null = null

  /** The last scrape since the start. */
  get last(): Scrape | null {
    return this.#last
  }

  /** Returns the page to the client at address `by`. */
  async read(deps: MetricsNeeds, by: string, format: Format): Promise<{ type: string; text: string }> {
    const at = performance.now()
    if (!this.#collected || at - this.#collected.at >= fresh_ms) {
      const page = collect(deps)
      this.#collected = { at, page }
      page.catch(() => (this.#collected = undefined))
    }
    const { families, took_ms } = await this.#collected.page
    this.#last = { at_ms: deps.now(), by: by.slice(0, 64), samples: countSamples(families), took_ms }
    return { type: content_types[format], text: exposition(families, format) }
  }

  /** Call when the settings change: an earlier scrape does not apply to them. */
  forget(): void {
    this.#last = null
  }
}

async function collect(deps: MetricsNeeds): Promise<Collected> {
  const began = performance.now()
  const families = await deviceFamilies(deps)
  const took_ms = Math.round((performance.now() - began) * 100) / 100
  return {
    families: [
      ...families,
      ...gauge('parking_metrics_collection_seconds', 'What collecting this page took.', took_ms / 1000),
    ],
    took_ms,
  }
}
