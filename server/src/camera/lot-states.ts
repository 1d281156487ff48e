/**
 * The state of each lot as reported by the analysis application. Cleared when its connection ends, because
 * old states are no longer valid.
 */

type Reported = { scene_id: string; lot_no: string; occupied: boolean; plate_number: string; cover: number }
export type LotState = Reported & {
  /** When the state was last reported. */
  seen_ms: number
  /** Since when the reported state has been unchanged. */
  since_ms: number
}

export class LotStates {
  #states = new Map<string, LotState>()

  get(lot_no: string): LotState | undefined {
    return this.#states.get(lot_no)
  }

  /** The number of lots with a reported state. */
  get size(): number {
    return this.#states.size
  }

  get occupied(): number {
    return [...this.#states.values()].filter((lot) => lot.occupied).length
  }

  /**
   * Replaces all states by those of a `state` message, which lists every lot. Returns whether any changed.
   */
  replace(lots: readonly Reported[], now: number): boolean {
    const before = this.#states
    this.#states = new Map()
    let changed = lots.length !== before.size
    for (const lot of lots) {
      const old = before.get(lot.lot_no)
      const same =
        old !== undefined &&
        old.scene_id === lot.scene_id &&
        old.occupied === lot.occupied &&
        old.plate_number === lot.plate_number
      this.#states.set(lot.lot_no, { ...lot, seen_ms: now, since_ms: same ? old.since_ms : now })
      changed ||= !same
    }
    return changed
  }

  clear(): void {
    this.#states = new Map()
  }
}
