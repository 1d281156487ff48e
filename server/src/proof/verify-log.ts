/** Verifies the whole evidence log against itself: each leaf, each day's tree, and the links of the days. */
import { createHash, verify } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#src/core/db.ts'
import { signedBytes } from './device-key.ts'
import { daysFrom, knownKeys, leavesFrom, openDayOf, type ClosedDay } from './proof-log.store.ts'
import { empty_edge, leafHash, rootOf, withLeaf, type Edge } from './tree.ts'

const batch_size = 500
const zeros = '0'.repeat(64)

/**
 * Whether every leaf and every day is as the log recorded them. Reads in batches and rests as long as it has
 * worked, so that a box at work notices nothing. Rejects with errors of the database, or if it is aborted.
 */
export async function isSoundLog(proof: Db, signal: AbortSignal): Promise<boolean> {
  const open = openDayOf(proof)
  if (!open) return true
  const keys = new Map(knownKeys(proof).map(({ key_id, public_key }) => [key_id, public_key]))
  let [seq, day, prev] = [1, 1, zeros]
  const edgeOfNext = async (size: number): Promise<Edge | undefined> => {
    let edge = empty_edge
    while (edge.size < size) {
      const began = performance.now()
      const leaves = leavesFrom(proof, seq, Math.min(batch_size, size - edge.size))
      if (leaves.length === 0) return undefined
      for (const leaf of leaves) {
        if (leaf.seq !== seq || !isSoundLeaf(leaf)) return undefined
        edge = withLeaf(edge, leaf.hash)
        seq += 1
      }
      await wait(performance.now() - began, undefined, { signal })
    }
    return edge
  }
  for (const closed of daysFrom(proof, 0)) {
    const said = saidBy(closed, keys.get(closed.key_id))
    if (said?.['day'] !== day || said['first_seq'] !== seq || closed.first_seq !== seq || closed.day !== day)
      return false
    const edge = said['size'] === closed.size ? await edgeOfNext(closed.size) : undefined
    if (!edge || said['prev'] !== prev || said['root'] !== rootOf(edge).toString('hex')) return false
    prev = createHash('sha256').update(closed.payload).digest('hex')
    day += 1
  }
  if (open.day !== day || open.first_seq !== seq || open.prev !== prev) return false
  const edge = await edgeOfNext(open.edge.size)
  return edge !== undefined && rootOf(edge).equals(rootOf(open.edge))
}

/** The columns by which leaves are found repeat what their text says. */
function isSoundLeaf({ seq, kind, uuid, hash, body }: ReturnType<typeof leavesFrom>[number]): boolean {
  if (body === null) return true // its event is deleted for good
  const said = objectOf(body)
  return (
    leafHash(Buffer.from(body)).equals(hash) &&
    said?.['seq'] === seq &&
    said['type'] === kind &&
    (said['uuid'] ?? '') === uuid
  )
}

/** What the signed text of a day says; undefined if its signature is not of that key. */
function saidBy(
  { payload, signature }: ClosedDay,
  public_key: string | undefined,
): Record<string, unknown> | undefined {
  if (public_key === undefined) return undefined
  const key = { key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' } as const
  try {
    const is_signed = verify(null, signedBytes('day', payload), key, Buffer.from(signature, 'base64'))
    return is_signed ? objectOf(payload) : undefined
  } catch {
    return undefined
  }
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
