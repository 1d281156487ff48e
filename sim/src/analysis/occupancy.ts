/**
 * Decides which vehicle is parked in which lot, by matching the seen vehicles with the lots that the user
 * drew.
 */
import { coverOf } from './geometry.ts'
import type { SeenVehicle } from './frame-comment.ts'
import type { LotConfig } from './wire.ts'

export type Occupant = { vehicle: SeenVehicle; cover: number }

/**
 * A vehicle with a smaller share of its footprint in the lot does not occupy it. `alg_param.cover_th`
 * overrides this.
 */
export const default_cover = 0.4

/**
 * The vehicles of each lot number, best coverage first. A vehicle occupies only the lot that covers most of
 * it. A lot holds one vehicle, or as many motorcycles as it has cells.
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
