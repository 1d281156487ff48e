/** A small seeded generator (mulberry32): the same seed always gives the same street. */
export type Rng = {
  next: () => number
  between: (min: number, max: number) => number
  whole: (below: number) => number
  pick: <T>(list: readonly T[]) => T
}

/** Creates a generator. */
export function createRng(seed: number): Rng {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number): number => Math.floor(next() * below)
  return {
    next,
    whole,
    between: (min, max) => min + next() * (max - min),
    pick: (list) => list[whole(list.length)]!,
  }
}
