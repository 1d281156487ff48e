/** What the analysis application sees of each lot right now. Gone with its connection: old sight is no sight. */
import type { Db } from '../db.ts'

export type LotState = { scene_id: string; lot_no: string; occupied: boolean; plate_number: string; cover: number }

const states = new WeakMap<Db, Map<string, LotState>>()

/** By lot number. It belongs to one database, so that two servers in one process (tests) do not share it. */
export function lotStatesOf(db: Db): Map<string, LotState> {
  const known = states.get(db)
  if (known) return known
  const made = new Map<string, LotState>()
  states.set(db, made)
  return made
}
