/**
 * The audit chain (docs/audit-chain.md): appends a link for every user row of the log right after the row is
 * committed. Rows left without a link by a crash are linked at the next start. Long because links, marks and
 * pruning share one open file.
 */
import { join } from 'node:path'
import type { AuditHead, HeadSource } from '#src/core/audit-head.ts'
import { closeQuietly, damagedFile, type Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { endAcceptance, openEvidence } from '#src/guarded-files/evidence-file.ts'
import type { Media } from '#src/core/media.ts'
import { Refusal } from '#src/core/refusal.ts'
import { hexOf } from './chain-hash.ts'
import {
  aboutRow,
  append,
  beginChain,
  chainId,
  dropContent,
  headOf,
  lastLink,
  lastLogId,
  newestPruned,
  newestRow,
  openChainFile,
  prunableUpto,
  rangesOfRows,
  rowsAfter,
  rowsWithContent,
  unmarkedUpto,
  type LogRow,
  type Range,
  continueIdsAfter,
} from './chain.store.ts'
import { isMark, marks_purpose, openMarks, type Marks } from './marks.ts'
import { keepWitness, witnessIn } from './witness.ts'

/** Number of links appended in one transaction: some ten milliseconds of work. */
const batch_size = 1_000
/** Maximum number of ranges that one link lists. More are listed by several links of one act. */
const max_ranges = 500
/** At most this many acts of pruning can be unfinished after a crash: one by a user, one for the budget. */
const unfinished_acts = 4

/** The act that a deletion of content belongs to (docs/audit-chain.md#pruning). */
export type PruneAct = { by: string; act: 'log_deleted'; end_ms: number } | { by: 'budget'; act: 'budget' }

type ChainNeeds = Pick<Deps, 'db' | 'folder' | 'now' | 'log' | 'findings'>

export class AuditChain implements HeadSource {
  /** The device's marks under rows and links. */
  readonly marks: Marks
  readonly #needs: ChainNeeds
  #chain: Db | undefined
  #unmarked_upto = 0
  #prunings = 0
  #scheduled = false
  readonly #listeners = new Set<() => void>()
  #closed = false

  constructor(needs: ChainNeeds & { media: Pick<Media, 'keyFor'> }) {
    this.#needs = needs
    this.marks = openMarks(needs.media.keyFor(marks_purpose))
  }

  /** Schedules the linking of new rows. Safe inside a transaction: the rows are read after it has ended. */
  wake(): void {
    if (this.#scheduled || this.#closed) return
    this.#scheduled = true
    queueMicrotask(() => {
      this.#scheduled = false
      if (!this.#closed) this.#tryFollow()
      for (const listener of this.#listeners) listener()
    })
  }

  /** Calls the listener after new log rows have been linked. The returned function unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when every user row is linked. After an update there may be hundreds of thousands to link. */
  async caughtUp(): Promise<void> {
    while (this.#follow() === batch_size) await new Promise(setImmediate)
  }

  /** The newest link, after linking the newest log rows. */
  head(): AuditHead {
    this.#follow()
    const head = headOf(this.#open())
    if (!head) throw new Error('The audit chain has no link')
    return head
  }

  headToSend(): AuditHead | undefined {
    try {
      return this.head()
    } catch (error) {
      if (!(error instanceof Refusal))
        this.#needs.log.error({ err: error }, 'the head of the audit chain could not be read')
      return undefined
    }
  }

  /** The chain's database, for reading. */
  reader(): Db {
    this.head()
    return this.#open()
  }

  /** The links that lose their content when user rows up to a time and an id are deleted. */
  prunable(end_ms: number, log_id: number): Range[] {
    while (this.#follow() === batch_size);
    return prunableUpto(this.#open(), end_ms, log_id)
  }

  /**
   * Records in the chain that content will be deleted, for which act, and up to which link. Call it before
   * `prune`, and for a deletion by a user right after its row was linked.
   */
  notePruned(ranges: readonly Range[], act: PruneAct): void {
    const chain = this.#open()
    this.#prunings++
    chain.transaction(() => {
      for (let at = 0; at < ranges.length; at += max_ranges) {
        const some = ranges.slice(at, at + max_ranges)
        const count = some.reduce((sum, [first, last]) => sum + last - first + 1, 0)
        const { seq, hash } = lastLink(chain)!
        const about = { ...act, ranges: some, count, head: { seq, hash: hexOf(hash) } }
        append(chain, { time_ms: this.#needs.now(), kind: 'pruned' }, about, this.marks)
      }
    })
  }

  /** Like `notePruned`, for single rows that exceed the budget of the log. Returns the ranges to prune. */
  notePrunedRows(ids: readonly number[]): Range[] {
    const ranges = rangesOfRows(this.#open(), ids)
    this.notePruned(ranges, { by: 'budget', act: 'budget' })
    return ranges
  }

  /** Changes whenever a deletion of content begins or ends. */
  get prunings(): number {
    return this.#prunings
  }

  /** What a crash has left of recorded deletions: ranges of links with content, and their log rows. */
  unfinished(): { ranges: readonly Range[]; ids: number[] } {
    const chain = this.#open()
    const ranges = newestPruned(chain, unfinished_acts).flatMap((act) => act.ranges)
    return { ranges, ids: ranges.flatMap((range) => rowsWithContent(chain, range)) }
  }

  async prune(ranges: readonly Range[]): Promise<void> {
    for (const range of ranges)
      while (dropContent(this.#open(), range, batch_size) === batch_size) await new Promise(setImmediate)
    this.#prunings++
  }

  /** Also stores the head in the main database, so that a loss of the chain's file is detected. */
  async noteWitness(): Promise<void> {
    await this.caughtUp()
    keepWitness(this.#needs.db, this.head(), this.#needs.now())
  }

  close(): void {
    if (this.#chain) this.#tryFollow()
    this.#closed = true
    if (this.#chain) closeQuietly(this.#chain)
    this.#chain = undefined
  }

  #tryFollow(): void {
    try {
      // After an update there may be hundreds of thousands of rows: other work runs between batches.
      if (this.#follow() === batch_size && !this.#closed) setImmediate(() => this.wake())
    } catch (error) {
      // A damaged file is one alarm, not a line for each row.
      const file = damagedFile(error, 'audit.db')
      if (file === 'audit.db') this.#needs.findings.report(file, 'audit_chain')
      else if (file) this.#needs.findings.report(file, 'database')
      else if (!(error instanceof Refusal))
        this.#needs.log.error(
          { err: error },
          'the audit chain could not be written; its rows wait in the log',
        )
    }
  }

  /** Appends the next links. Returns how many. */
  #follow(): number {
    const chain = this.#open()
    const rows = rowsAfter(this.#needs.db, lastLogId(chain), batch_size)
    if (rows.length > 0)
      chain.transaction(() => {
        for (const row of rows)
          append(
            chain,
            { time_ms: row.timestamp_ms, kind: this.#kindOf(row), log_id: row.id },
            aboutRow(row),
            this.marks,
          )
      })
    return rows.length
  }

  /** A row without the device's mark turned up by itself. The record of a deletion is never pruned. */
  #kindOf(row: LogRow): 'foreign' | 'tombstone' | 'row' {
    const earlier = row.mark === null && row.id <= this.#unmarked_upto
    if (!earlier && !isMark(row.mark, this.marks.ofRow(row))) return 'foreign'
    const about = aboutRow(row)
    return 'what' in about && about.what === 'log_deleted' ? 'tombstone' : 'row'
  }

  #open(): Db {
    if (this.#chain) return this.#chain
    if (this.#closed) throw new Error('The audit chain is closed')
    const { db, folder, now } = this.#needs
    const before = witnessIn(db)
    this.#chain = openEvidence(
      {
        path: join(folder, 'audit.db'),
        damage: 'audit_chain',
        open: openChainFile,
        is_known: before !== undefined,
        isThat: (chain) => headOf(chain)?.chain_id === before?.chain_id,
      },
      this.#needs,
    )
    if (chainId(this.#chain) === undefined) {
      const about = { why: before ? 'lost' : 'new', ...(before ? { before } : {}) }
      beginChain(this.#chain, now(), about, this.marks, newestRow(db))
      endAcceptance(db, 'audit.db', now())
    }
    const head = headOf(this.#chain)
    if (head && head.chain_id !== before?.chain_id) keepWitness(db, head, now())
    this.#unmarked_upto = unmarkedUpto(this.#chain) ?? this.#beginForm(this.#chain)
    continueIdsAfter(this.#needs.db, lastLogId(this.#chain))
    return this.#chain
  }

  /** The first link of form 2 in a chain of form 1: rows up to now have no marks, later ones have. */
  #beginForm(chain: Db): number {
    const unmarked_upto = newestRow(this.#needs.db)
    append(chain, { time_ms: this.#needs.now(), kind: 'form' }, { unmarked_upto }, this.marks)
    return unmarked_upto
  }
}
