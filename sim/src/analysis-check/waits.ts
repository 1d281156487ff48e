/** Waits for conditions, which are checked again after each `touch`, without polling. */
export type Waits = {
  touch: () => void
  /** Resolves with the result of `look`, or with undefined after `ms` milliseconds. */
  until: <Found>(look: () => Found | undefined | false, ms: number) => Promise<Found | undefined>
}

export function createWaits(): Waits {
  const waiting = new Set<() => void>()
  return {
    touch: () => {
      for (const again of waiting) again()
    },
    until: (look, ms) =>
      new Promise((done) => {
        const again = (): void => {
          const found = look()
          if (found !== undefined && found !== false) end(found)
        }
        const end = (found?: ReturnType<typeof look>): void => {
          clearTimeout(timer)
          waiting.delete(again)
          done(found === false ? undefined : found)
        }
        const timer = setTimeout(end, ms)
        waiting.add(again)
        again()
      }),
  }
}
