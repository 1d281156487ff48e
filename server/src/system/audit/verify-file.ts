/** Verifies a chain in a database, together with the rows that the log list shows, or in an export. */
import type { Head } from '#src/core/audit-head.ts'
import type { Db } from '#src/core/db.ts'
import { hexOf } from './chain-hash.ts'
import { aboutRow, chainId, linksAfter, shownIds, shownRows, type StoredLink } from './chain.store.ts'
import { shownText, Verifier, type ReadLink, type Verdict } from './verify.ts'

const batch_size = 2_000

/** A stored link as it is written to an export. */
export const readLink = ({ salt, content, log_id: _, ...link }: StoredLink): ReadLink => ({
  seq: link.seq,
  time_ms: link.time_ms,
  kind: link.kind,
  content_hash: hexOf(link.content_hash),
  prev: hexOf(link.prev),
  hash: hexOf(link.hash),
  salt: salt && hexOf(salt),
  content,
})

/** Reads in batches, and other work can run between them. `shown` is the main database. */
export async function verifyDatabase(
  chain: Db,
  { shown, known = [] }: { shown?: Db | undefined; known?: readonly Head[] } = {},
): Promise<Verdict> {
  const id = chainId(chain)
  const verifier = new Verifier(id ? hexOf(id) : '', {
    known,
    shown:
      shown && ((ids) => new Map(shownRows(shown, ids).map((row) => [row.id, shownText(aboutRow(row))]))),
  })
  const added: number[] = []
  let [seq, read_id] = [0, 0]
  for (;;) {
    const links = linksAfter(chain, seq, batch_size)
    const last = links.at(-1)
    if (!last) return verifier.end(added)
    verifier.take(links.map(readLink))
    if (shown) {
      const linked = new Set(links.map(({ log_id }) => log_id))
      added.push(...shownIds(shown, read_id, last.log_id).filter((one) => !linked.has(one)))
      read_id = Math.max(read_id, last.log_id)
    }
    seq = last.seq
    await new Promise(setImmediate)
  }
}

/** Verifies the lines of an export: the first line names the chain, and every other line is a link. */
export function verifyExport(lines: readonly string[], known: readonly Head[] = []): Verdict {
  const [first = '{}', ...rest] = lines.filter((line) => line.trim() !== '')
  const { chain_id } = JSON.parse(first) as { chain_id?: unknown }
  if (typeof chain_id !== 'string') throw new Error('This is not an export of an audit chain')
  const verifier = new Verifier(chain_id, { known })
  verifier.take(rest.map((line) => JSON.parse(line) as ReadLink))
  return verifier.end()
}
