/**
 * The state of each lot as reported by the analysis application.
 * Cleared when its connection ends, because old states mean nothing.
 */

type Reported = { scene_id: string; lot_no: string; occupied: boolean; plate_number: string; cover: number }
export type LotState = Reported & {
  /** When it was last reported. */
  seen_ms: number
  /** Since when it has been reported unchanged. */
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
   * Replaces all states with a `state` message, which names every
   * lot that the application sees. Returns whether anything changed.
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
