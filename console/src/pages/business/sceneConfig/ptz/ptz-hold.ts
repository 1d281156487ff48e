/**
 * Turning for as long as something is held, apart from React: one request at a time, so that a stop cannot overtake the move before it; what was
 * wanted in between is skipped; and while it goes on the device is told so before the move would end by itself.
 */
export type Velocity = { readonly pan: number; readonly tilt: number; readonly zoom: number }

/** `move` and `hold` answer for how many milliseconds it goes on by itself. `hold` answers undefined where the move has ended already. */
export type PtzCalls = {
  move(velocity: Velocity): Promise<number>
  hold(): Promise<number | undefined>
  stop(): Promise<void>
}
export type PtzHold = {
  /** What is held now; undefined for nothing. */
  want(velocity: Velocity | undefined): void
  /** Stops for certain, even where nothing is known to be turning. */
  stop(): void
  close(): void
}

type Sent = Velocity | 'stopped'
const isSame = (a: Sent, b: Sent): boolean =>
  a === b || (a !== 'stopped' && b !== 'stopped' && a.pan === b.pan && a.tilt === b.tilt && a.zoom === b.zoom)

/** `tell` hears of every change; a failed call lets go of everything. */
export function createPtzHold(calls: PtzCalls, tell: (state: 'moving' | 'still') => void): PtzHold {
  let wanted: Sent = 'stopped'
  let sent: Sent = 'stopped'
  let work: 'idle' | 'busy' = 'idle'
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    if (work === 'busy') return
    work = 'busy'
    clearTimeout(timer)
    let for_ms = 0
    while (!isSame(sent, wanted)) {
      const next = wanted
      sent = next
      try {
        if (next === 'stopped') await calls.stop()
        else for_ms = await calls.move(next)
      } catch {
        // It has been said; whatever the camera does, it was told for how long.
        letGo()
      }
    }
    work = 'idle'
    if (sent !== 'stopped' && for_ms > 0) timer = setTimeout(() => void goOn(for_ms), for_ms / 2)
  }

  async function goOn(for_ms: number): Promise<void> {
    const held = sent
    work = 'busy'
    try {
      const more = await calls.hold()
      // It ended although it is held: it is begun anew.
      if (more === undefined) sent = 'stopped'
      else for_ms = more
    } catch {
      letGo()
    }
    work = 'idle'
    if (!isSame(sent, wanted)) return run()
    if (sent !== 'stopped' && sent === held && for_ms > 0)
      timer = setTimeout(() => void goOn(for_ms), for_ms / 2)
  }

  function letGo(): void {
    wanted = sent = 'stopped'
    tell('still')
  }

  function want(velocity: Velocity | undefined): void {
    const next =
      velocity && (velocity.pan !== 0 || velocity.tilt !== 0 || velocity.zoom !== 0) ? velocity : 'stopped'
    if (isSame(wanted, next)) return
    wanted = next
    tell(next === 'stopped' ? 'still' : 'moving')
    void run()
  }

  return {
    want,
    stop() {
      want(undefined)
      if (work === 'idle' && sent === 'stopped') void calls.stop().catch(letGo)
    },
    close() {
      want(undefined)
      clearTimeout(timer)
    },
  }
}
