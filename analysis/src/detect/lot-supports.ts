/** The support for a vehicle in each lot. A vehicle that is assigned to one lot supports no other. */
import type { Detection } from '../look/boxes.ts'
import type { LotPlace, View } from '../look/look.ts'
import type { Placement } from '../place/place.ts'
import { supportOf, type Support } from './support.ts'

/**
 * The support of each lot, in order. `borrowed` marks the lots whose best vehicle is assigned to another lot,
 * and therefore covers this one.
 */
export function supportsOf(
  candidates: readonly Detection[],
  placed: readonly Pick<Placement, 'vehicle'>[],
  { lots, motor_det }: Pick<View, 'lots' | 'motor_det'>,
): { readonly supports: readonly Support[]; readonly borrowed: readonly boolean[] } {
  const taken = new Set(placed.flatMap(({ vehicle }) => vehicle ?? []))
  const both = lots.map((lot, at) => {
    const own = placed[at]?.vehicle
    const kinds = kindsFor(candidates, lot, motor_det)
    const support = supportOf(
      kinds.filter((one) => one === own || !taken.has(one)),
      lot.polygon,
    )
    return { support, borrowed: !own && supportOf(kinds, lot.polygon).value > support.value }
  })
  return { supports: both.map(({ support }) => support), borrowed: both.map(({ borrowed }) => borrowed) }
}

/** The detections that may be parked in a lot: two-wheelers only in their own lots or if they are counted. */
function kindsFor(found: readonly Detection[], { motorcycles }: LotPlace, motor_det: boolean): Detection[] {
  const two_wheels = new Set(['motorcycle', 'bicycle'])
  return found.filter(({ label }) => motorcycles || motor_det || !two_wheels.has(label))
}
