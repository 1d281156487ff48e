/** A random day of one camera, generated from a seed: arrivals, departures, swaps, and the light. */
import type { lights } from '@parking/sim/street/light.ts'
import { createRng } from '@parking/sim/street/rng.ts'

export type Movement = {
  readonly ms: number
  /** The number of the lot. */
  readonly lot: number
  readonly kind: 'entry' | 'exit'
  /** Another car takes the lot immediately. */
  readonly swap: boolean
}
export type LightName = keyof typeof lights

export const day_ms = 86_400_000
/** Seconds: mean duration of a stay and of a vacancy, and the minimum of both. */
const [stay_s, empty_s, min_s] = [4500, 2700, 90]
/** Share of departures that are followed by another car immediately, and within how many seconds. */
const [swap_share, swap_s] = [0.15, 4]
const taken_at_first = 0.6

/** Hours of the day, with the light from then on. */
const hours: readonly (readonly [hour: number, light: LightName])[] = [
  [0, 'night'],
  [5, 'morning'],
  [8, 'day'],
  [11, 'rain'],
  [13, 'overcast'],
  [15, 'afternoon'],
  [17, 'haze'],
  [19, 'dusk'],
  [21, 'night'],
]

/** The lights at a camera from midnight on. Each camera is three hours ahead of the previous one. */
export function lightTimes(camera: number): { ms: number; light: LightName }[] {
  const ahead = camera * 3
  const turned = hours.map(([hour, light]) => ({ hour: (hour - ahead + 48) % 24, light }))
  const first = hours.findLast(([hour]) => hour <= ahead % 24)!
  return [{ hour: 0, light: first[1] }, ...turned.filter(({ hour }) => hour > 0)]
    .sort((a, b) => a.hour - b.hour)
    .map(({ hour, light }) => ({ ms: hour * 3_600_000, light }))
}

/** The movements of these lots in order of time. A movement at 0 is a car that was there before the day. */
export function movementsOf(seed: number, lots: readonly number[]): Movement[] {
  const rng = createRng(seed)
  const lasting = (mean_s: number): number => (min_s - Math.log(1 - rng.next()) * (mean_s - min_s)) * 1000
  const all = lots.flatMap((lot) => {
    const made: Movement[] = []
    let taken = rng.next() < taken_at_first
    if (taken) made.push({ ms: 0, lot, kind: 'entry', swap: false })
    for (let ms = rng.next() * lasting(taken ? stay_s : empty_s); ms < day_ms;) {
      const swap = taken && rng.next() < swap_share
      made.push({ ms: Math.round(ms), lot, kind: taken ? 'exit' : 'entry', swap })
      if (swap) {
        ms += rng.between(0, swap_s * 1000)
        made.push({ ms: Math.round(ms), lot, kind: 'entry', swap })
      } else taken = !taken
      ms += lasting(taken ? stay_s : empty_s)
    }
    return made
  })
  return all.filter(({ ms }) => ms < day_ms).sort((a, b) => a.ms - b.ms)
}
