/**
 * Counters and durations since the start of the server, for `/metrics`; kept in memory, so counting costs
 * nothing.
 */

/** A distribution over at most eight buckets, including the last one, `+Inf`. */
export class Histogram {
  /** Upper bounds, ascending, without `+Inf`. */
  readonly bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    if (bounds.length > 7) throw new Error('A histogram has at most eight buckets')
    this.bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  /** A value below zero, as after the clock was set, counts as zero. */
  observe(value: number): void {
    const at = this.bounds.findIndex((bound) => value <= bound)
    this.#counts[at === -1 ? this.bounds.length : at]! += 1
    this.#sum += Math.max(0, value)
  }

  get sum(): number {
    return this.#sum
  }

  /** Number of values up to each bound; the last entry is the number of all values. */
  cumulative(): number[] {
    let n = 0
    return this.#counts.map((count) => (n += count))
  }
}

/** Counts each of a fixed set of words. All are known from the start, so that none is missing. */
export class Counter<Word extends string> {
  readonly #counts: Map<Word, number>
  constructor(words: readonly Word[]) {
    this.#counts = new Map(words.map((word) => [word, 0]))
  }
  count(word: Word, times = 1): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + times)
  }
  entries(): [Word, number][] {
    return [...this.#counts]
  }
}

/** `began`: a value of performance.now(). */
export const secondsSince = (began: number): number => (performance.now() - began) / 1000

const intake_results = ['stored', 'duplicate', 'refused', 'busy'] as const
const look_results = ['seen', 'missed'] as const
const attempt_results = ['accepted', 'refused', 'busy', 'silent', 'missing'] as const

/** The counters of the workers. */
export class Meters {
  /** Reports of the analysis application, by the answer given. */
  readonly intake = new Counter(intake_results)
  /** From the report of an event to its acknowledgement, in seconds. */
  readonly intake_s = new Histogram([0.01, 0.025, 0.05, 0.1, 0.5, 1, 5])
  /** From the moment on the street to the stored row, in seconds. */
  readonly analysis_s = new Histogram([0.5, 1, 2, 5, 10, 30, 60])
  /** Attempts of the analysis application to look at a camera. */
  readonly looks = new Counter(look_results)
  /** Number of connections of the analysis application that ended. */
  analysis_lost = 0
  readonly deliver = new Counter(attempt_results)
  /** Duration of one attempt to deliver, in seconds, whatever its outcome. */
  readonly deliver_s = new Histogram([0.1, 0.25, 0.5, 1, 2.5, 10, 60])
  readonly upload = new Counter(attempt_results)
  readonly upload_s = new Histogram([0.1, 0.25, 0.5, 1, 2.5, 10, 60])
}
