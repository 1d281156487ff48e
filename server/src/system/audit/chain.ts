/**
 * The audit chain (docs/audit-chain.md): appends a link for every user row of the log right after the row is
 * committed. Rows left without a link by a crash or an update are linked at the next start.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditHead, Head, HeadSource } from '#src/core/audit-head.ts'
import type { Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'
import {
  aboutRow,
  append,
  beginChain,
  chainId,
  dropContent,
  headOf,
  lastLogId,
  openChainFile,
  prunableUpto,
  rangesOfRows,
  rowsAfter,
  type Range,
} from './chain.store.ts'

/** Number of links appended in one transaction: some ten milliseconds of work. */
const batch_size = 1_000
/** Maximum number of ranges that one link lists. More are replaced by one range that covers them all. */
const max_ranges = 500

export class AuditChain implements HeadSource {
  readonly #needs: Pick<Deps, 'db' | 'folder' | 'now' | 'log'>
  #chain: Db | undefined
  #scheduled = false
  readonly #listeners = new Set<() => void>()
  #closed = false

  constructor(needs: Pick<Deps, 'db' | 'folder' | 'now' | 'log'>) {
    this.#needs = needs
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
    this.head()
    return prunableUpto(this.#open(), end_ms, log_id)
  }

  /** Records in the chain that content will be deleted. Call it before `prune`. */
  notePruned(ranges: readonly Range[], by: string): void {
    if (ranges.length === 0) return
    const [first, last] = [ranges[0]?.[0] ?? 0, ranges.at(-1)?.[1] ?? 0]
    append(
      this.#open(),
      { time_ms: this.#needs.now(), kind: 'pruned' },
      { by, ranges: ranges.length > max_ranges ? [[first, last]] : ranges },
    )
  }

  /** Like `notePruned`, for single rows that exceed the budget of the log. Returns the ranges to prune. */
  notePrunedRows(ids: readonly number[]): Range[] {
    const ranges = rangesOfRows(this.#open(), ids)
    this.notePruned(ranges, 'budget')
    return ranges
  }

  async prune(ranges: readonly Range[]): Promise<void> {
    for (const range of ranges)
      while (dropContent(this.#open(), range, batch_size) === batch_size) await new Promise(setImmediate)
  }

  /** Also stores the head in the main database, so that a loss of the chain's file is detected. */
  async noteWitness(): Promise<void> {
    await this.caughtUp()
    writeSetting<AuditHead>(this.#needs.db, 'audit_witness', this.head(), this.#needs.now())
  }

  witness(): Head | undefined {
    return readSetting<Head | undefined>(this.#needs.db, 'audit_witness', undefined)
  }

  close(): void {
    if (this.#chain) this.#tryFollow()
    this.#closed = true
    this.#chain?.close()
    this.#chain = undefined
  }

  #tryFollow(): void {
    try {
      // After an update there may be hundreds of thousands of rows: other work runs between batches.
      if (this.#follow() === batch_size && !this.#closed) setImmediate(() => this.wake())
    } catch (error) {
      this.#needs.log.error({ err: error }, 'the audit chain could not be written; its rows wait in the log')
    }
  }

  /** Appends the next links. Returns how many. */
  #follow(): number {
    const chain = this.#open()
    const rows = rowsAfter(this.#needs.db, lastLogId(chain), batch_size)
    if (rows.length > 0)
      chain.transaction(() => {
        for (const row of rows) {
          const about = aboutRow(row)
          // The record of a deletion is never pruned.
          const kind = 'what' in about && about.what === 'log_deleted' ? 'tombstone' : 'row'
          append(chain, { time_ms: row.timestamp_ms, kind, log_id: row.id }, about)
        }
      })
    return rows.length
  }

  #open(): Db {
    if (this.#chain) return this.#chain
    if (this.#closed) throw new Error('The audit chain is closed')
    const file = join(this.#needs.folder, 'audit.db')
    const present = existsSync(file)
    let damaged = false
    try {
      this.#chain = openChainFile(file)
    } catch (error) {
      if (!(error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff)))
        throw error
      damaged = true
      renameSync(file, `${file}.damaged`)
      for (const side of ['-wal', '-shm']) rmSync(`${file}${side}`, { force: true })
      this.#chain = openChainFile(file)
    }
    if (chainId(this.#chain) === undefined) {
      const before = this.witness()
      const why = damaged ? 'damaged' : before ? 'lost' : present ? 'empty' : 'new'
      beginChain(this.#chain, this.#needs.now(), { why, ...(before ? { before } : {}) })
    }
    return this.#chain
  }
}
