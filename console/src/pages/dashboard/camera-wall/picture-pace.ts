/**
 * Loads pictures one after another: at most two per second, fewer on a slow link, and none while the tab is
 * hidden.
 */
import { useEffect, useState } from 'react'
import type { EarlyPicture } from './preload-wall.ts'

/** Minimum time between two pictures, in milliseconds. */
const min_gap_ms = 500

type Wanted = { src: string; show: (src: string | undefined) => void }
/** Wanted pictures by place, in order: places without a picture come before places with an older one. */
const queues = { first: new Map<object, Wanted>(), newer: new Map<object, Wanted>() }
let running = false

function want(place: object, wanted: Wanted, queue: keyof typeof queues): void {
  forget(place)
  queues[queue].set(place, wanted)
  if (!running) void run()
}

function forget(place: object): void {
  queues.first.delete(place)
  queues.newer.delete(place)
}

async function run(): Promise<void> {
  running = true
  for (let next = take(); next !== undefined; next = take()) {
    if (document.hidden) await becomesVisible()
    const began = performance.now()
    const image = new Image()
    image.src = next.src
    next.show(
      await image.decode().then(
        () => next?.src,
        () => undefined,
      ),
    )
    // If a picture took long, the link is left idle for the same time.
    const took = performance.now() - began
    await pause(Math.max(min_gap_ms - took, took > min_gap_ms ? took : 0))
  }
  running = false
}

function take(): Wanted | undefined {
  const next = (queues.first.size > 0 ? queues.first : queues.newer).entries().next().value
  if (!next) return undefined
  forget(next[0])
  return next[1]
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const becomesVisible = (): Promise<void> =>
  new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }))

type Shown = { src: string; state: 'waiting' | 'here' | 'broken' }
export type PacedPicture = Shown & { onError: () => void }

/**
 * The picture to show at a place: the last one that arrived, until `own_src` is decoded. `wanted` is false
 * while the place is off the screen. `early` has already been requested and is shown at once, while it loads;
 * `onError` must be called if it fails to load.
 */
export function usePacedPicture(own_src: string, wanted: boolean, early?: EarlyPicture): PacedPicture {
  const [place] = useState(() => ({}))
  const [shown, setShown] = useState<Shown>(() =>
    early ? { src: early.src, state: 'here' } : { src: '', state: 'waiting' },
  )
  const is_first = shown.src === ''
  const src = is_first && early ? early.src : own_src
  useEffect(() => {
    if (src === '' || !wanted || src === shown.src) return
    const show = (arrived: string | undefined): void =>
      setShown((last) =>
        arrived !== undefined
          ? { src: arrived, state: 'here' }
          : last.src !== ''
            ? last
            : { src: '', state: 'broken' },
      )
    want(place, { src, show }, is_first ? 'first' : 'newer')
    return () => forget(place)
  }, [src, wanted, place, is_first, shown.src])
  return { ...shown, onError: () => setShown({ src: '', state: 'waiting' }) }
}
