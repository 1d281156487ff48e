/**
 * Edits of a copy of a device's data folder, as a user of root rights can make them: hashes are computed
 * again, and marks too if that user reads `media.key`.
 */
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Db } from '#src/core/db.ts'
import { readKey } from '#src/core/sealed/key-file.ts'
import { derivedKey } from '#src/core/sealed/media-key.ts'
import { contentHash, linkHash, type Link } from '#src/system/audit/chain-hash.ts'
import { aboutRow, append, beginChain, chainId } from '#src/system/audit/chain.store.ts'
import { marks_purpose, openMarks, type MarkedRow, type Marks } from '#src/system/audit/marks.ts'

/** The acts of the device, each a link after the first. */
export const acts = 12
const links = acts + 1

export type Copy = { folder: string; chain: Db; main: DatabaseSync; marks: Marks }

export const marksIn = (folder: string): Marks =>
  openMarks(derivedKey(readKey(join(folder, 'media.key')), marks_purpose))
export const forgetWitness = ({ main }: Copy): void =>
  main.exec("DELETE FROM settings WHERE key = 'audit_witness'")
/** For an edit by a user who cannot read `media.key`. */
export const no_marks: Marks = { ofRow: () => new Uint8Array(16), ofLink: () => new Uint8Array(16) }

/** Computes the hashes of all links from one on, after their content was edited. */
export function rehash({ chain }: Copy, from: number, marks: Marks): void {
  let prev: Uint8Array = Buffer.alloc(32)
  for (const link of chain.all<Link & { salt: Uint8Array; content: string }>(
    'SELECT link.*, salt, content FROM link JOIN content USING (seq) ORDER BY seq',
  )) {
    if (link.seq >= from) {
      const fields = { ...link, prev, content_hash: contentHash(link) }
      const hash = linkHash(chainId(chain)!, fields)
      chain.run('UPDATE link SET content_hash = ?, prev = ?, hash = ?, mark = ? WHERE seq = ?', [
        fields.content_hash,
        prev,
        hash,
        marks.ofLink(hash),
        link.seq,
      ])
      prev = hash
    } else prev = link.hash
  }
}

/** Edits the content of a link and the row of the list, so that the two agree. */
export function editBoth({ chain, main }: Copy, seq: number, marks?: Marks): void {
  const { log_id } = chain.get<{ log_id: number }>('SELECT log_id FROM link WHERE seq = ?', [seq])!
  main.exec(`UPDATE log SET detail = replace(detail, 'box', 'fox') WHERE id = ${log_id}`)
  if (marks) {
    const row = main.prepare('SELECT * FROM log WHERE id = ?').get(log_id) as MarkedRow
    main.prepare('UPDATE log SET mark = ? WHERE id = ?').run(marks.ofRow(row), log_id)
  }
  chain.run("UPDATE content SET content = replace(content, 'box', 'fox') WHERE seq = ?", [seq])
}

export function deleteRowOf({ chain, main }: Copy, seq: number): void {
  const { log_id } = chain.get<{ log_id: number }>('SELECT log_id FROM link WHERE seq = ?', [seq])!
  main.exec(`DELETE FROM log WHERE id = ${log_id}`)
  chain.run('DELETE FROM content WHERE seq = ?', [seq])
}

const newest = ({ main }: Copy): MarkedRow =>
  main.prepare('SELECT * FROM log WHERE type = 2 ORDER BY id DESC LIMIT 1').get() as MarkedRow

/** Inserts a row after the newest, with the mark of `marks`, and returns it. */
export function insertRow(copy: Copy, detail: object, marks: Marks): MarkedRow {
  const { id, timestamp_ms, level } = newest(copy)
  const row = {
    id: id + 1,
    timestamp_ms: timestamp_ms + 1,
    level,
    content: 'x',
    detail: JSON.stringify(detail),
  }
  copy.main
    .prepare(
      'INSERT INTO log (id, timestamp_ms, type, level, content, detail, mark) VALUES (?, ?, 2, ?, ?, ?, ?)',
    )
    .run(row.id, row.timestamp_ms, level, row.content, row.detail, marks.ofRow(row))
  return row
}
export const linkRow = ({ chain }: Copy, row: MarkedRow, kind: string, marks: Marks): void =>
  append(chain, { time_ms: row.timestamp_ms, kind, log_id: row.id }, aboutRow(row), marks)

/** Hides links behind a self-made record of a deletion by a user, and of its pruning. */
export function hide(copy: Copy, [first, last]: [number, number], marks: Marks, budget = false): void {
  const { chain } = copy
  const { time_ms: end_ms } = chain.get<{ time_ms: number }>('SELECT time_ms FROM link WHERE seq = ?', [
    last,
  ])!
  for (let seq = first; seq <= last; seq++) deleteRowOf(copy, seq)
  if (!budget) {
    const detail = { what: 'log_deleted', facts: { end_ms }, audit: { who: 'admin' } }
    linkRow(copy, insertRow(copy, detail, marks), 'tombstone', marks)
  }
  const tail = chain.get<Link>('SELECT * FROM link ORDER BY seq DESC LIMIT 1')!
  const act_of = budget ? { by: 'budget', act: 'budget' } : { by: 'admin', act: 'log_deleted', end_ms }
  append(
    chain,
    { time_ms: tail.time_ms, kind: 'pruned' },
    {
      ...act_of,
      ranges: [[first, last]],
      count: last - first + 1,
      head: { seq: tail.seq, hash: Buffer.from(tail.hash).toString('hex') },
    },
    marks,
  )
}

export function renumber({ chain }: Copy, from: number): void {
  for (let seq = from; seq <= links; seq++)
    for (const table of ['link', 'content'])
      chain.run(`UPDATE ${table} SET seq = ${seq - 1} WHERE seq = ${seq}`)
}
export function cutFrom(copy: Copy, from: number): void {
  for (let seq = from; seq <= links; seq++) deleteRowOf(copy, seq)
  copy.chain.run('DELETE FROM link WHERE seq >= ?', [from])
}
export function exchange({ chain }: Copy, a: number, b: number): void {
  for (const [from, to] of [
    [a, -1],
    [b, a],
    [-1, b],
  ])
    chain.run(`UPDATE link SET seq = ${to} WHERE seq = ${from}`)
}
export function makeAgain(copy: Copy): void {
  const { chain, main, marks } = copy
  for (const table of ['link', 'content', 'chain']) chain.run(`DELETE FROM ${table}`)
  beginChain(chain, 1, { why: 'new' }, marks)
  for (const row of main.prepare('SELECT * FROM log WHERE type = 2 ORDER BY id').all())
    linkRow(copy, row as MarkedRow, 'row', marks)
}
