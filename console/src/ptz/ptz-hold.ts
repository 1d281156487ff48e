/**
 * Moves a camera while a button is held, independent of React. One request at a time, so that a stop never
 * overtakes a move; intermediate velocities are skipped. It extends the move before the device would end it.
 */
export type Velocity = { readonly pan: number; readonly tilt: number; readonly zoom: number }

/**
 * `move` and `hold` resolve with the number of milliseconds for which the move continues; `hold` resolves
 * with undefined if it has ended.
 */
export type PtzCalls = {
  move(velocity: Velocity): Promise<number>
  hold(): Promise<number | undefined>
  stop(): Promise<void>
}
export type PtzHold = {
  /** Sets the velocity held now; undefined for none. */
  want(velocity: Velocity | undefined): void
  /** Always sends a stop, even if no move is known. */
  stop(): void
  close(): void
}

type Sent = Velocity | 'stopped'
const isSame = (a: Sent, b: Sent): boolean =>
  a === b || (a !== 'stopped' && b !== 'stopped' && a.pan === b.pan && a.tilt === b.tilt && a.zoom === b.zoom)

/** `notify` reports every change of state. A failed call releases everything. */
export function createPtzHold(calls: PtzCalls, notify: (state: 'moving' | 'still') => void): PtzHold {
  let wanted: Sent = 'stopped'
  let sent: Sent = 'stopped'
  let phase: 'idle' | 'busy' = 'idle'
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    if (phase === 'busy') return
    phase = 'busy'
    clearTimeout(timer)
    let for_ms = 0
    while (!isSame(sent, wanted)) {
      const next = wanted
      sent = next
      try {
        if (next === 'stopped') await calls.stop()
        else for_ms = await calls.move(next)
      } catch {
        // The user has seen a toast; the camera stops by itself after its time limit.
        releaseAll()
      }
    }
    phase = 'idle'
    if (sent !== 'stopped' && for_ms > 0) timer = setTimeout(() => void extend(for_ms), for_ms / 2)
  }

  async function extend(for_ms: number): Promise<void> {
    const held = sent
    phase = 'busy'
    try {
      const more = await calls.hold()
      // The move ended although the button is still held, so it starts again.
      if (more === undefined) sent = 'stopped'
      else for_ms = more
    } catch {
      releaseAll()
    }
    phase = 'idle'
    if (!isSame(sent, wanted)) return run()
    if (sent !== 'stopped' && sent === held && for_ms > 0)
      timer = setTimeout(() => void extend(for_ms), for_ms / 2)
  }

  function releaseAll(): void {
    wanted = sent = 'stopped'
    notify('still')
  }

  function want(velocity: Velocity | undefined): void {
    const next =
      velocity && (velocity.pan !== 0 || velocity.tilt !== 0 || velocity.zoom !== 0) ? velocity : 'stopped'
    if (isSame(wanted, next)) return
    wanted = next
    notify(next === 'stopped' ? 'still' : 'moving')
    void run()
  }

  return {
    want,
    stop() {
      want(undefined)
      if (phase === 'idle' && sent === 'stopped') void calls.stop().catch(releaseAll)
    },
    close() {
      want(undefined)
      clearTimeout(timer)
    },
  }
}
