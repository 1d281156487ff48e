/** Verifies a chain in a database, together with the rows that the log list shows, or in an export. */
import type { Head } from '#src/core/audit-head.ts'
import { openDatabase, type Db } from '#src/core/db.ts'
import { hexOf } from './chain-hash.ts'
import {
  aboutRow,
  chainId,
  linksAfter,
  looseContent,
  shownIds,
  shownRows,
  steeringParts,
  strangeParts,
  unmarkedUpto,
  type LogRow,
  type StoredLink,
} from './chain.store.ts'
import { isMark, type Marks } from './marks.ts'
import { witnessIn } from './witness.ts'
import { shownText, Verifier, type ReadLink, type Verdict } from './verify.ts'

const batch_size = 2_000

/** A stored link as it is written to an export. */
export const readLink = ({ salt, content, mark: _, ...link }: StoredLink): Required<ReadLink> => ({
  v: link.v,
  seq: link.seq,
  time_ms: link.time_ms,
  kind: link.kind,
  log_id: link.log_id,
  content_hash: hexOf(link.content_hash),
  prev: hexOf(link.prev),
  hash: hexOf(link.hash),
  salt: salt && hexOf(salt),
  content,
})

type Options = {
  /** The main database. The head that the device keeps there is one of the known heads. */
  shown?: Db | undefined
  known?: readonly Head[]
  /** Without them, the device's marks are not checked. */
  marks?: Marks | undefined
  least_left?: number
  /** The migrations that made `shown`. Without them, its triggers are not checked. */
  migrations?: string | undefined
}

/** Reads in batches, and other work can run between them. */
export async function verifyDatabase(
  chain: Db,
  { shown, known = [], marks, least_left, migrations }: Options = {},
): Promise<Verdict> {
  const id = chainId(chain)
  const witness = shown && witnessIn(shown)
  const seen = new Map<number, Uint8Array | null>()
  const unmarked_upto = unmarkedRows(chain)
  // The mark covers every byte of a row: also what its text for the chain leaves out, and filters read.
  const isWhole = (row: LogRow) =>
    !marks || isMark(row.mark, marks.ofRow(row)) || (row.mark === null && row.id <= unmarked_upto)
  const verifier = new Verifier(id ? hexOf(id) : '', {
    least_left,
    known: [...known, ...(witness ? [witness] : [])],
    shown:
      shown &&
      ((ids) =>
        new Map(shownRows(shown, ids).map((row) => [row.id, isWhole(row) ? shownText(aboutRow(row)) : '']))),
    marked: marks && ((seq, hash) => isMark(seen.get(seq) ?? null, marks.ofLink(Buffer.from(hash, 'hex')))),
  })
  let [seq, read_id] = [-Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]
  for (;;) {
    const links = linksAfter(chain, seq, batch_size)
    const last = links.at(-1)
    if (!last) break
    seen.clear()
    for (const link of links) seen.set(link.seq, link.mark)
    verifier.take(links.map(readLink))
    if (shown) {
      // A row whose content was deleted from the chain was deleted from the list before.
      const linked = new Set(links.filter(({ content }) => content !== null).map(({ log_id }) => log_id))
      for (const row of shownIds(shown, read_id, last.log_id))
        if (!linked.has(row)) verifier.add('shown_added', row)
      read_id = Math.max(read_id, last.log_id)
    }
    seq = last.seq
    await new Promise(setImmediate)
  }
  if (shown)
    for (const row of shownIds(shown, read_id, Number.MAX_SAFE_INTEGER)) verifier.add('unlinked', row)
  for (const loose of looseContent(chain)) verifier.add('edited', loose)
  if (strangeParts(chain).length > 0 || (shown && migrations && isSteered(shown, migrations)))
    verifier.add('strange_parts', 0)
  return verifier.end()
}

/** Where this cannot be read, the link that says it is found to be edited. */
function unmarkedRows(chain: Db): number {
  try {
    return unmarkedUpto(chain) ?? Number.MAX_SAFE_INTEGER
  } catch {
    return Number.MAX_SAFE_INTEGER
  }
}

/** Whether a trigger, a view or the form of the log is not as the migrations make it, or is missing. */
function isSteered(main: Db, migrations: string): boolean {
  const made = openDatabase(':memory:', migrations)
  try {
    const [expected, found] = [steeringParts(made), steeringParts(main)]
    return expected.size !== found.size || [...expected].some((part) => !found.has(part))
  } finally {
    made.close()
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
