/**
 * How surely a plate is read, and whether it is taken: what a recogniser would say, from what is known of the
 * picture.
 */
import type { SeenVehicle } from './frame-comment.ts'
import type { Params } from './params.ts'

const forms = {
  mainland: /^\p{Script=Han}[A-HJ-Z][A-HJ-NP-Z0-9]{4,6}\p{Script=Han}?$/u,
  taiwan: /^[A-HJ-NP-Z]{2,3}-?[0-9]{4,5}$|^[0-9]{3,4}-?[A-Z]{2,3}$/,
}

/** A plate of the other kind is read against a grammar that does not fit it. */
const fits = (plate: string, plate_type: Params['plate_type']): boolean =>
  plate_type === 'any' || forms[plate_type].test(plate)

/** 0 to 100: the wider the plate in the picture, the surer; a hidden one was only read in passing. */
export function confidenceOf(
  { plate, plate_box }: SeenVehicle,
  plate_type: Params['plate_type'] = 'any',
): number {
  if (!plate_box) return 55
  const pixels = (plate_box[2] - plate_box[0]) * 1920
  return Math.round(Math.min(99, 72 + pixels / 3.5)) - (fits(plate, plate_type) ? 0 : 15)
}

/**
 * The plate as the event carries it: empty where it was not read surely enough. The sign of a province is the
 * hardest of its characters.
 */
export function plateTaken(
  plate: string,
  confidence: number,
  { min_plate, min_han }: Pick<Params, 'min_plate' | 'min_han'>,
): string {
  if (confidence < min_plate) return ''
  return /\p{Script=Han}/u.test(plate) && confidence - 4 < min_han ? '' : plate
}

/** A motorcycle that counts: the others are as if they were not there. */
export function counts(
  vehicle: SeenVehicle,
  for_motorcycles: boolean,
  { motorcycles, plate_type }: Pick<Params, 'motorcycles' | 'plate_type'>,
): boolean {
  if (vehicle.kind !== 'motorcycle') return true
  if (!for_motorcycles && !motorcycles.in_car_lots) return false
  return !motorcycles.plated_only || fits(vehicle.plate, plate_type)
}
