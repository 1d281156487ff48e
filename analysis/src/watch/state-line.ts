/** The lines of the `state` message: whether each lot is occupied now, and by which plate. */
import { occupiedOf } from '../decide/belief.ts'
import type { Parameters } from '../decide/parameters.ts'
import { acceptedPlate } from '../decide/plate-votes.ts'
import type { State } from '../decide/state.ts'
import { keyOf, type Look } from '../look/look.ts'
import type { LotStateLine } from '../socket/wire.ts'

/** A lot without evidence for this many steps and this long is in an unknown state, and is left out. */
const blind_steps = 4
const blind_ms = 30_000

/** One line for each lot of a camera's last look; `track_step` counts nominal frames of one second. */
export function stateLine(
  state: State,
  look: Look,
  parameters: Parameters,
  now: number,
  track_step: number,
): LotStateLine[] {
  const lines = new Map<string, LotStateLine>()
  for (const one of look.lots) {
    const lot = state.lots[keyOf(one)]
    if (!lot || now - lot.last > Math.max(blind_ms, blind_steps * track_step * 1000)) continue
    const { scene_id, lot_no } = one
    const occupied = occupiedOf(lot.belief) > 0.5
    const plate = occupied && lot.stay ? acceptedPlate(lot.stay.votes, parameters) : undefined
    const cover = occupied ? Math.round((one.vehicle?.cover ?? 0) * 1000) / 1000 : 0
    const name = JSON.stringify([scene_id, lot_no])
    const known = lines.get(name)
    // The device sees the cells of a motorcycle lot as one lot, which is occupied if any cell is.
    if (known?.occupied && !occupied) continue
    lines.set(name, { scene_id, lot_no, occupied, plate_number: plate?.text ?? '', cover })
  }
  return [...lines.values()]
}
