/**
 * Verifies an audit chain: reports what was edited, deleted in the middle, cut off at the end or wiped. Heads
 * that were stored outside the device reveal what the chain itself cannot show.
 */
import type { audit_findings } from '@parking/contract'
import type { AuditHead, Head } from '#src/core/audit-head.ts'
import { canonicalJson } from '#src/core/canonical-json.ts'
import { contentHash, hexOf, link_form, linkHash } from './chain-hash.ts'
import { PruneAudit } from './prune-audit.ts'

/** Hashes and salt in hexadecimal, as in an export. Links of form 1 may lack `v` and `log_id`. */
export type ReadLink = {
  v?: number
  seq: number
  time_ms: number
  kind: string
  log_id?: number
  content_hash: string
  prev: string
  hash: string
  salt: string | null
  content: string | null
}
export type Finding = { kind: (typeof audit_findings)[number]; first: number; last: number }
export type Verdict = { links: number; pruned: number; head: AuditHead | null; findings: Finding[] }

/** What a link may lack: its content, or its row in the log list. */
type Lack = 'content_deleted' | 'shown_deleted'

/** Returns the canonical text of each of these rows that the log list shows, by id. */
export type Shown = (ids: readonly number[]) => ReadonlyMap<number, string>
/** Whether the link with this hash has the device's mark. */
export type Marked = (seq: number, hash: string) => boolean

type Options = {
  known?: readonly Head[]
  shown?: Shown | undefined
  /** Without it, marks are not checked: their key never leaves the device. */
  marked?: Marked | undefined
  /** How many rows the budget leaves at least; by default that of the device. */
  least_left?: number | undefined
}
/** The row of the log that a link is about. */
type Row = { seq: number; kind: string; content: string }
type Last = { v: number; seq: number; hash: string; time_ms: number; log_id: number }

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

export class Verifier {
  readonly #chain_id: string
  readonly #options: Options
  readonly #known: readonly Head[]
  #findings: Finding[] = []
  #last: Last | undefined
  #links = 0
  /** Links without content, or whose log row is missing: a later link must account for them. */
  #lacking: { seq: number; kind: string; lack: Lack }[] = []
  readonly #pruned: PruneAudit
  #missing_content = 0

  constructor(chain_id: string, options: Options = {}) {
    this.#chain_id = chain_id
    this.#options = options
    this.#known = options.known ?? []
    this.#pruned = new PruneAudit(options.least_left)
  }

  /** Checks the next links. Links must be passed in order. */
  take(links: readonly ReadLink[]): void {
    const rows = new Map<number, Row>()
    for (const link of links) this.#takeOne(link, rows)
    const shown = this.#options.shown?.([...rows.keys()])
    if (shown)
      for (const [id, { seq, kind, content }] of rows) {
        const text = shown.get(id)
        if (text === undefined) this.#lacking.push({ seq, kind, lack: 'shown_deleted' })
        else if (text !== content) this.#found('shown_edited', seq)
      }
  }

  /** Adds a finding that the links alone do not show. */
  add(kind: Finding['kind'], first: number): void {
    this.#found(kind, first)
  }

  end(): Verdict {
    for (const seq of this.#pruned.wrongActs()) this.#found('pruned_wrongly', seq)
    for (const { seq, kind, lack } of this.#lacking)
      if (kind !== 'row' || !this.#pruned.covers(seq)) this.#found(lack, seq)
    if (this.#links === 0) this.#found('wiped', 0)
    const last = this.#last?.seq ?? 0
    for (const head of this.#known) {
      if (head.chain_id !== this.#chain_id) this.#found('wiped', head.seq)
      else if (head.seq > last) this.#found('cut', last + 1, head.seq)
    }
    const { seq, hash, time_ms } = this.#last ?? { seq: 0, hash: '', time_ms: 0 }
    return {
      links: this.#links,
      pruned: this.#missing_content,
      head: this.#last ? { chain_id: this.#chain_id, seq, hash, time_ms } : null,
      findings: joined(this.#findings),
    }
  }

  #takeOne(link: ReadLink, rows: Map<number, Row>): void {
    const { seq, kind, hash, prev, salt, content, v = 1 } = link
    this.#links++
    const before = this.#last
    const expected = (before?.seq ?? 0) + 1
    if (seq > expected) this.#found('deleted', expected, seq - 1)
    else if (seq < expected || prev !== (before?.hash ?? '0'.repeat(64))) this.#found('replaced', seq)
    const about = content === null ? undefined : parsed(content)
    const log_id = link.log_id ?? (isRow(kind) ? Number(about?.['id'] ?? before?.log_id ?? 0) : 0)
    this.#last = { v, seq, hash, time_ms: link.time_ms, log_id }
    if (!this.#isHashed({ ...link, v, log_id }) || !this.#isFormed(link, before, about))
      this.#found('link_edited', seq)
    if (v > 1 && this.#options.marked?.(seq, hash) === false) this.#found('unmarked', seq)
    if (
      this.#known.some((head) => head.chain_id === this.#chain_id && head.seq === seq && head.hash !== hash)
    )
      this.#found('rewritten', seq)
    if (kind === 'row') this.#pruned.row({ seq, v, time_ms: link.time_ms, has_content: content !== null })
    if (content === null || salt === null) {
      this.#missing_content++
      this.#lacking.push({ seq, kind, lack: 'content_deleted' })
    } else if (hexOf(contentHash({ salt: bytes(salt), content })) !== link.content_hash)
      this.#found('edited', seq)
    else this.#read(link, about ?? {}, rows)
  }

  #isHashed(link: ReadLink & { v: number; log_id: number }): boolean {
    const fields = { ...link, content_hash: bytes(link.content_hash), prev: bytes(link.prev) }
    return hexOf(linkHash(bytes(this.#chain_id), fields)) === link.hash
  }

  /** Whether the fields that steer the chain fit the link before and the content. */
  #isFormed(
    { v = 1, kind, log_id }: ReadLink,
    before: Last | undefined,
    about: Record<string, unknown> | undefined,
  ): boolean {
    if (v < (before?.v ?? 1) || v > link_form) return false
    // One link of kind `form` stands between the links of form 1 and those of form 2.
    if (kind === 'form' ? before?.v !== 1 || v === 1 : v > 1 && before?.v === 1) return false
    if (kind === 'start' && about && about['chain_id'] !== this.#chain_id) return false
    if (log_id === undefined) return v === 1 // an export of form 1 lacks it
    const row_before = before?.log_id ?? 0
    if (!isRow(kind)) return log_id === row_before
    return log_id > row_before && (about === undefined || about['id'] === log_id)
  }

  #read(
    { seq, v = 1, kind, prev, content }: ReadLink,
    about: Record<string, unknown>,
    rows: Map<number, Row>,
  ) {
    if (kind === 'pruned') this.#pruned.act({ seq, v, prev }, about)
    if (kind === 'tombstone') this.#pruned.tombstone(seq, about)
    if (kind === 'foreign') this.#found('foreign', seq)
    if (kind === 'start' && (seq !== 1 || about['why'] === 'lost' || about['why'] === 'damaged'))
      this.#found('began_again', seq)
    if ((kind === 'row' || kind === 'tombstone') && typeof about['id'] === 'number')
      rows.set(about['id'], { seq, kind, content: content ?? '' })
  }

  #found(kind: Finding['kind'], first: number, last = first): void {
    this.#findings.push({ kind, first, last })
  }
}

const isRow = (kind: string): boolean => kind === 'row' || kind === 'tombstone' || kind === 'foreign'

/** Merges findings of the same kind whose ranges overlap or adjoin. */
function joined(findings: readonly Finding[]): Finding[] {
  const list: Finding[] = []
  for (const one of findings.toSorted((a, b) =>
    a.kind === b.kind ? a.first - b.first : a.kind < b.kind ? -1 : 1,
  )) {
    const last = list.at(-1)
    if (last?.kind === one.kind && one.first <= last.last + 1) last.last = Math.max(last.last, one.last)
    else list.push({ ...one })
  }
  return list.toSorted((a, b) => a.first - b.first)
}

function parsed(content: string): Record<string, unknown> {
  try {
    return JSON.parse(content) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** A log row in the text form of its link. */
export const shownText = (about: object): string => canonicalJson(about)
