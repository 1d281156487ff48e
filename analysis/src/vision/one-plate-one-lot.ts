/** A plate that was read for several lots belongs to one of them: one vehicle stands in one lot. */
import { iouOf } from '../look/boxes.ts'
import type { PlateReading } from '../look/look.ts'
import { type Ground, spotOf, standsIn } from '../read/lot-below.ts'
import type { Occupant } from '../read/neighbours.ts'

/** What was read for a lot, and the vehicle that the detector found in it. */
export type Claim = { readonly plate: PlateReading | undefined; readonly own: Occupant | undefined }

/** Two readings whose boxes overlap by more than this IoU are of one plate. */
const same_plate = 0.2

/**
 * The plate of each lot, in order; undefined for a lot whose plate was given to another one. It goes to the
 * lot in which a vehicle is beyond doubt, then to the one below it, then to the better supported vehicle.
 * `shape` is the ratio of the picture's width to its height.
 */
export function givenOnce(
  claims: readonly Claim[],
  grounds: readonly Ground[],
  shape: number,
): (PlateReading | undefined)[] {
  const rankOf = ({ plate, own }: Claim, at: number): readonly number[] => [
    own?.sure ? 1 : 0,
    plate && standsIn(spotOf(plate.box, shape), { grounds, at }) ? 1 : 0,
    own?.placed ? 1 : 0,
    own?.value ?? 0,
    -at,
  ]
  const ranks = claims.map(rankOf)
  return claims.map(({ plate }, at) => {
    const isLost = claims.some(
      (other, no) =>
        no !== at &&
        plate &&
        other.plate &&
        iouOf(plate.box, other.plate.box) > same_plate &&
        isMore(ranks[no]!, ranks[at]!),
    )
    return isLost ? undefined : plate
  })
}

/** Whether the first difference of two ranks is in favour of the first one. */
function isMore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, no) => value !== other[no])
  return at >= 0 && one[at]! > other[at]!
}
