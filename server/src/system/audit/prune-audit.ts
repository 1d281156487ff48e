/**
 * Whether deletions of content are accounted for: each `pruned` link belongs to a recorded act, and the act
 * explains exactly the content that is missing (docs/audit-chain.md#pruning).
 */
const hour_ms = 3_600_000
/** The budget of user rows (log/log-delete.ts) never leaves fewer: each would have to have 96 kB. */
const least_left = 1_000

type Range = readonly [number, number]
type About = Readonly<Record<string, unknown>>
type Act = {
  seq: number
  by: 'user' | 'budget' | 'form 1'
  /** For a deletion by a user: the time up to which everything is deleted. */
  end_ms: number
  ranges: readonly Range[]
}
type Row = { seq: number; v: number; time_ms: number; has_content: boolean }

export class PruneAudit {
  /** Of the budget; a test may use a smaller one. */
  readonly #least_left: number
  readonly #rows: Row[] = []
  readonly #ranges: Range[] = []
  readonly #acts: Act[] = []
  readonly #wrong: number[] = []
  #tombstone: { seq: number; end_ms: number; by: unknown } | undefined
  #previous: { seq: number; by: Act['by'] } | undefined
  #covered: Range[] | undefined

  constructor(least = least_left) {
    this.#least_left = least
  }

  /** A link of a log row. Pass all of them, in order. */
  row(row: Row): void {
    this.#rows.push(row)
  }

  /** The record of a deletion by a user. */
  tombstone(seq: number, about: About): void {
    const { end_ms } = (about['facts'] ?? {}) as { end_ms?: unknown }
    const { who } = (about['audit'] ?? {}) as { who?: unknown }
    if (typeof end_ms === 'number') this.#tombstone = { seq, end_ms, by: who }
  }

  /** A link of kind `pruned`. Links of form 1 name ranges only. */
  act({ seq, v, prev }: { seq: number; v: number; prev: string }, about: About): void {
    const { by, act, end_ms, count, head } = about
    const ranges = rangesIn(about['ranges'])
    // A genuine link names only earlier links.
    if (ranges?.some(([first, last]) => first > last || last >= seq) !== false)
      return void this.#wrong.push(seq)
    if (v > 1) {
      const { seq: head_seq, hash } = (head ?? {}) as { seq?: unknown; hash?: unknown }
      const sum = ranges.reduce((all, [first, last]) => all + last - first + 1, 0)
      if (sum !== count || head_seq !== seq - 1 || hash !== prev) return void this.#wrong.push(seq)
      const done_by = act === 'budget' && by === 'budget' ? 'budget' : 'user'
      const before = this.#tombstone
      // A deletion by a user follows its record at once; one of many ranges goes on in the next link.
      const follows =
        before?.seq === seq - 1 || (this.#previous?.seq === seq - 1 && this.#previous.by === 'user')
      const recorded = act === 'log_deleted' && before && before.end_ms === end_ms && before.by === by
      if (done_by === 'user' && !(recorded && follows)) return void this.#wrong.push(seq)
      this.#previous = { seq, by: done_by }
      this.#acts.push({ seq, by: done_by, end_ms: Number(end_ms ?? 0), ranges })
    } else this.#acts.push({ seq, by: 'form 1', end_ms: 0, ranges })
    this.#ranges.push(...ranges)
  }

  /** The links of acts that do not delete what such an act deletes. */
  wrongActs(): number[] {
    const times = new Map(this.#rows.map(({ seq, time_ms }) => [seq, time_ms]))
    const oldest = oldestUpTo(this.#rows.filter(({ has_content }) => has_content))
    const leftAfter = leftOf(this.#rows)
    const wrong = this.#acts.filter(({ seq, by, end_ms, ranges }) => {
      const left = leftAfter(seq, ranges)
      if (by === 'form 1') return false
      const deleted = ranges.flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, at) => times.get(first + at)),
      )
      if (deleted.includes(undefined)) return true // it names a link that is no row
      const newest = deleted.reduce<number>((max, time) => Math.max(max, time ?? 0), 0)
      const kept = oldest(seq)
      // A user deletes everything up to a time; the budget deletes whole hours before it begins the next.
      if (by === 'user') return newest > end_ms || kept <= end_ms
      return left < this.#least_left || Math.floor(kept / hour_ms) < Math.floor(newest / hour_ms)
    })
    return [...this.#wrong, ...wrong.map(({ seq }) => seq)]
  }

  covers(seq: number): boolean {
    const ranges = (this.#covered ??= merged(this.#ranges))
    let [low, high] = [0, ranges.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const [first, last] = ranges[middle] ?? [0, 0]
      if (seq < first) high = middle - 1
      else if (seq > last) low = middle + 1
      else return true
    }
    return false
  }
}

function rangesIn(given: unknown): Range[] | undefined {
  if (!Array.isArray(given)) return undefined
  const ranges = given.filter((one): one is Range => Array.isArray(one) && one.every(Number.isInteger))
  return ranges.length === given.length ? ranges : undefined
}

/** The number of rows before a link. Rows are in order of `seq`. */
function rowsBefore(rows: readonly Row[], seq: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]!.seq < seq) low = middle + 1
    else high = middle
  }
  return low
}

/** The earliest time of the rows before a link; infinite if there are none. */
function oldestUpTo(rows: readonly Row[]): (seq: number) => number {
  const oldest = new Float64Array(rows.length)
  let so_far = Infinity
  rows.forEach(({ time_ms }, at) => (oldest[at] = so_far = Math.min(so_far, time_ms)))
  return (seq) => oldest[rowsBefore(rows, seq) - 1] ?? Infinity
}

/** How many rows an act leaves with content. Acts are passed in order. */
function leftOf(rows: readonly Row[]): (seq: number, ranges: readonly Range[]) => number {
  const is_pruned = new Uint8Array(rows.length)
  let pruned = 0
  return (seq, ranges) => {
    for (const [first, last] of ranges)
      for (let at = rowsBefore(rows, first); at < rowsBefore(rows, last + 1); at++) {
        pruned += 1 - (is_pruned[at] ?? 0)
        is_pruned[at] = 1
      }
    return rowsBefore(rows, seq) - pruned
  }
}

/** Sorts the ranges and merges those that overlap or adjoin. */
function merged(ranges: readonly Range[]): Range[] {
  const list: [number, number][] = []
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = list.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else list.push([first, last])
  }
  return list
}
