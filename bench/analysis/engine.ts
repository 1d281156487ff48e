/** Measures how long the decision takes for a day of looks. */
import { decide } from '@parking/analysis/decide/decide.ts'
import { parametersOf } from '@parking/analysis/decide/parameters.ts'
import { no_state, type State } from '@parking/analysis/decide/state.ts'
import { luma_size, type Look, type LotLook } from '@parking/analysis/look/look.ts'
import { alg_factory } from '@parking/contract/params/params.ts'
import { createRng } from '@parking/sim/street/rng.ts'
import { start } from './record-day.ts'

const parameters = parametersOf(alg_factory)
const [looks, step_ms] = [8640, 10_000]
/** Looks that are generated and then timed together: reading the clock costs as much as deciding one lot. */
const batch = 16
const pixels = luma_size.width * luma_size.height

/**
 * Milliseconds of CPU time to decide a day of looks, one every 10 s, of one camera with `count` lots. Each
 * look has new noise; generating it is not counted.
 */
export function replayTime(count: number): number {
  const rng = createRng(7)
  let state: State = no_state
  let took_ms = 0
  for (let from = 0; from < looks; from += batch) {
    const drawn = Array.from({ length: batch }, (_, no): Look => {
      const at = from + no
      const lots = Array.from({ length: count }, (_, lot) => lotAt(lot, at, rng.whole(251)))
      return { camera_sn: 'C', time: start + at * step_ms, health: 'ok', why: '', grey: false, lots }
    })
    const before = process.cpuUsage()
    for (const look of drawn) state = decide(state, look, parameters).state
    const { user, system } = process.cpuUsage(before)
    took_ms += (user + system) / 1000
  }
  return took_ms
}

/** Each lot changes every 40 minutes, with a different car each time. */
function lotAt(lot: number, at: number, noise: number): LotLook {
  const turn = Math.floor((at + lot * 37) / 240)
  const taken = turn % 2 === 0
  const box = [lot / 30, 0.4, lot / 30 + 0.03, 0.6] as const
  return {
    scene_id: 's',
    lot_no: String(lot),
    cell: 0,
    evidence: { kind: 'seen', llr: taken ? 4 : -4 },
    ...(taken && { vehicle: { label: 'car', box, score: 0.6, cover: 0.8 } }),
    appearance: {
      luma: Array.from({ length: pixels }, (_, i) => ((i * (turn * 2 + 3)) % 251) + ((i + noise) % 5)),
      colours: Array.from({ length: pixels / 2 }, (_, i) => ((i * (turn * 2 + 5)) % 61) + 98),
      shown: Array.from({ length: luma_size.height }, () => 0x0ffff0),
      above: Array.from({ length: luma_size.height }, () => 0xf0000f),
    },
  }
}
