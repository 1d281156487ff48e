/**
 * Simulates a recogniser: derives from the ground truth how confidently a plate is read, and whether it is
 * accepted.
 */
import type { SeenVehicle } from './frame-comment.ts'
import type { Params } from './params.ts'

const formats = {
  mainland: /^\p{Script=Han}[A-HJ-Z][A-HJ-NP-Z0-9]{4,6}\p{Script=Han}?$/u,
  taiwan: /^[A-HJ-NP-Z]{2,3}-?[0-9]{4,5}$|^[0-9]{3,4}-?[A-Z]{2,3}$/,
}

/** Whether a plate matches the configured format; plates of the other region do not. */
const fits = (plate: string, plate_type: Params['plate_type']): boolean =>
  plate_type === 'any' || formats[plate_type].test(plate)

/**
 * Confidence from 0 to 100. It grows with the width of the plate in the picture and is low for a hidden
 * plate.
 */
export function confidenceOf(
  { plate, plate_box }: SeenVehicle,
  plate_type: Params['plate_type'] = 'any',
): number {
  if (!plate_box) return 55
  const pixels = (plate_box[2] - plate_box[0]) * 1920
  return Math.round(Math.min(99, 72 + pixels / 3.5)) - (fits(plate, plate_type) ? 0 : 15)
}

/**
 * The plate for the event; empty if the confidence is too low. The province character is the hardest to read.
 */
export function acceptedPlate(
  plate: string,
  confidence: number,
  { min_plate, min_han }: Pick<Params, 'min_plate' | 'min_han'>,
): string {
  if (confidence < min_plate) return ''
  return /\p{Script=Han}/u.test(plate) && confidence - 4 < min_han ? '' : plate
}

/** Whether a vehicle is counted; motorcycles may be excluded by the parameters. */
export function isCounted(
  vehicle: SeenVehicle,
  for_motorcycles: boolean,
  { motorcycles, plate_type }: Pick<Params, 'motorcycles' | 'plate_type'>,
): boolean {
  if (vehicle.kind !== 'motorcycle') return true
  if (!for_motorcycles && !motorcycles.in_car_lots) return false
  return !motorcycles.plated_only || fits(vehicle.plate, plate_type)
}
