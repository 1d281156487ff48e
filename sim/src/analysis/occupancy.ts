/** Which vehicle stands in which lot: what was seen against the lots that the user has drawn. */
import { coverOf } from './geometry.ts'
import type { SeenVehicle } from './frame-comment.ts'
import type { LotConfig } from './wire.ts'

export type Occupant = { vehicle: SeenVehicle; cover: number }

/** A vehicle with less of its ground in the lot does not occupy it; `alg_param.cover_th` overrides it. */
export const default_cover = 0.4

/**
 * For each lot number its vehicles, best coverage first. A vehicle occupies one lot only, the one that covers
 * it most; a lot takes one vehicle, or as many motorcycles as it has cells.
 */
export function occupancyOf(
  vehicles: readonly SeenVehicle[],
  lots: readonly LotConfig[],
  threshold = default_cover,
): Map<string, Occupant[]> {
  const found = new Map<string, Occupant[]>(lots.map((lot) => [lot.lot_no, []]))
  for (const vehicle of vehicles) {
    const covers = lots.map((lot) => ({ lot, cover: coverOf(vehicle.footprint, lot.polygon) }))
    const best = covers.reduce<(typeof covers)[number] | undefined>(
      (most, one) => (most && most.cover >= one.cover ? most : one),
      undefined,
    )
    if (best && best.cover >= threshold && best.cover > 0)
      found.get(best.lot.lot_no)!.push({ vehicle, cover: best.cover })
  }
  for (const lot of lots) {
    const inside = found.get(lot.lot_no)!.sort((a, b) => b.cover - a.cover)
    inside.length = Math.min(inside.length, Math.max(1, lot.motor_num))
  }
  return found
}
