/**
 * Verifies an audit chain: reports what was edited, deleted in the middle, cut off at the end or wiped. Heads
 * that were stored outside the device reveal what the chain itself cannot show.
 */
import type { audit_findings } from '@parking/contract'
import type { AuditHead, Head } from '#src/core/audit-head.ts'
import { canonicalJson } from '#src/core/canonical-json.ts'
import { contentHash, hexOf, linkHash } from './chain-hash.ts'

/** Hashes and salt in hexadecimal, as in an export. */
export type ReadLink = {
  seq: number
  time_ms: number
  kind: string
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

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

export class Verifier {
  readonly #chain_id: string
  readonly #known: readonly Head[]
  readonly #shown: Shown | undefined
  #findings: Finding[] = []
  #last: { seq: number; hash: string; time_ms: number } | undefined
  #links = 0
  /** Links without content, or whose log row is missing: a later link must account for them. */
  #lacking: { seq: number; kind: string; lack: Lack }[] = []
  #ranges: Range[] = []
  #missing_content = 0

  constructor(
    chain_id: string,
    { known = [], shown }: { known?: readonly Head[]; shown?: Shown | undefined } = {},
  ) {
    this.#chain_id = chain_id
    this.#known = known
    this.#shown = shown
  }

  /** Checks the next links. Links must be passed in order. */
  take(links: readonly ReadLink[]): void {
    const rows = new Map<number, { seq: number; kind: string; content: string }>()
    for (const link of links) this.#takeOne(link, rows)
    const shown = this.#shown?.([...rows.keys()])
    if (shown)
      for (const [id, { seq, kind, content }] of rows) {
        const text = shown.get(id)
        if (text === undefined) this.#lacking.push({ seq, kind, lack: 'shown_deleted' })
        else if (text !== content) this.#found('shown_edited', seq)
      }
  }

  /** Returns the verdict. `added`: ids of log rows that have no link. */
  end(added: readonly number[] = []): Verdict {
    const covered = merged(this.#ranges)
    for (const { seq, kind, lack } of this.#lacking)
      if (kind !== 'row' || !isIn(covered, seq)) this.#found(lack, seq)
    for (const id of added) this.#found('shown_added', id)
    if (this.#links === 0) this.#found('wiped', 0)
    const last = this.#last?.seq ?? 0
    for (const head of this.#known) {
      if (head.chain_id !== this.#chain_id) this.#found('wiped', head.seq)
      else if (head.seq > last) this.#found('cut', last + 1, head.seq)
    }
    return {
      links: this.#links,
      pruned: this.#missing_content,
      head: this.#last ? { chain_id: this.#chain_id, ...this.#last } : null,
      findings: joined(this.#findings),
    }
  }

  #takeOne(link: ReadLink, rows: Map<number, { seq: number; kind: string; content: string }>): void {
    const { seq, kind, hash, prev, salt, content } = link
    this.#links++
    const before = this.#last
    const expected = (before?.seq ?? 0) + 1
    if (seq > expected) this.#found('deleted', expected, seq - 1)
    else if (prev !== (before?.hash ?? '0'.repeat(64))) this.#found('replaced', seq)
    this.#last = { seq, hash, time_ms: link.time_ms }
    const expected_hash = linkHash(bytes(this.#chain_id), {
      ...link,
      content_hash: bytes(link.content_hash),
      prev: bytes(prev),
    })
    if (hexOf(expected_hash) !== hash) this.#found('link_edited', seq)
    if (
      this.#known.some((head) => head.chain_id === this.#chain_id && head.seq === seq && head.hash !== hash)
    )
      this.#found('rewritten', seq)
    if (content === null || salt === null) {
      this.#missing_content++
      this.#lacking.push({ seq, kind, lack: 'content_deleted' })
    } else if (hexOf(contentHash({ salt: bytes(salt), content })) !== link.content_hash)
      this.#found('edited', seq)
    else this.#read(seq, kind, content, rows)
  }

  #read(
    seq: number,
    kind: string,
    content: string,
    rows: Map<number, { seq: number; kind: string; content: string }>,
  ): void {
    const about = parsed(content)
    if (kind === 'pruned' && Array.isArray(about['ranges']))
      // A genuine link of this kind names only earlier links.
      this.#ranges.push(...(about['ranges'] as Range[]).filter(([, last]) => last < seq))
    if (kind === 'start' && (seq !== 1 || about['why'] === 'lost' || about['why'] === 'damaged'))
      this.#found('began_again', seq)
    if ((kind === 'row' || kind === 'tombstone') && typeof about['id'] === 'number')
      rows.set(about['id'], { seq, kind, content })
  }

  #found(kind: Finding['kind'], first: number, last = first): void {
    this.#findings.push({ kind, first, last })
  }
}

type Range = readonly [number, number]

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

function isIn(ranges: readonly Range[], seq: number): boolean {
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
