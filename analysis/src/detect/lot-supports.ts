/** What speaks for a vehicle in each lot, where a vehicle stands in one lot alone. */
import type { Detection } from '../look/boxes.ts'
import type { LotPlace, View } from '../look/look.ts'
import type { Placement } from '../place/place.ts'
import { supportOf, type Support } from './support.ts'

/**
 * A vehicle that stands in one lot supports no other. `borrowed` are the lots whose best vehicle stands in
 * another one, so that they are covered by it.
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

/** What may stand in a lot: two wheels only where they belong or are counted. */
function kindsFor(found: readonly Detection[], { motorcycles }: LotPlace, motor_det: boolean): Detection[] {
  const two_wheels = new Set(['motorcycle', 'bicycle'])
  return found.filter(({ label }) => motorcycles || motor_det || !two_wheels.has(label))
}
