/** What the analysis application sees of each lot right now. Gone with its connection: old sight is no sight. */
import type { Db } from '../core/db.ts'

type Said = { scene_id: string; lot_no: string; occupied: boolean; plate_number: string; cover: number }
export type LotState = Said & {
  /** When it was said. */ seen_ms: number
  /** Since when the same is said. */ since_ms: number
}

const states = new WeakMap<Db, Map<string, LotState>>()

/** By lot number. It belongs to one database, so that two servers in one process (tests) do not share it. */
export function lotStatesOf(db: Db): Map<string, LotState> {
  const known = states.get(db)
  if (known) return known
  const made = new Map<string, LotState>()
  states.set(db, made)
  return made
}

/** Takes in a `state` message, which speaks of every lot: one that it leaves out is not seen any more. Answers whether anything is not as it was said before. */
export function takeStates(db: Db, lots: readonly Said[], now: number): boolean {
  const known = lotStatesOf(db)
  const before = new Map(known)
  known.clear()
  let changed = lots.length !== before.size
  for (const lot of lots) {
    const was = before.get(lot.lot_no)
    const same =
      was &&
      was.scene_id === lot.scene_id &&
      was.occupied === lot.occupied &&
      was.plate_number === lot.plate_number
    known.set(lot.lot_no, { ...lot, seen_ms: now, since_ms: same ? was.since_ms : now })
    changed ||= !same
  }
  return changed
}
