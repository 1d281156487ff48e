/** A few places, taken in the order in which they were asked for. */
export type Places = {
  /** Resolves with how to leave, once there is a place. */ enter(): Promise<() => void>
}

export function createPlaces(most: number): Places {
  const waiting: (() => void)[] = []
  let taken = 0
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }
  return {
    async enter() {
      if (taken < most) taken++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return leave
    },
  }
}
