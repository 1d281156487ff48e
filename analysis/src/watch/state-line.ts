/** The `state` message: what each lot holds now. */
import { occupiedOf } from '../decide/belief.ts'
import type { Parameters } from '../decide/parameters.ts'
import { acceptedPlate } from '../decide/plate-votes.ts'
import type { State } from '../decide/state.ts'
import { keyOf, type Look } from '../look/look.ts'
import type { LotStateLine } from '../socket/wire.ts'

/** Without evidence for so many steps, and this long, the state of a lot is unknown: it is left out. */
const blind_steps = 4
const blind_ms = 30_000

/** Of the lots of the last look of a camera; `track_step` in nominal frames of a second. */
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
    // The cells of a lot for motorcycles are one lot to the device.
    if (known?.occupied && !occupied) continue
    lines.set(name, { scene_id, lot_no, occupied, plate_number: plate?.text ?? '', cover })
  }
  return [...lines.values()]
}
