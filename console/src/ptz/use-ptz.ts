/**
 * Combines held buttons and arrow keys into one movement; leaving the page in any way releases all of them.
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { call, outcomeOf } from '#src/core/api.ts'
import { createPtzHold, type PtzHold, type Velocity } from './ptz-hold.ts'

export const turns = {
  up_left: { pan: -1, tilt: 1, zoom: 0 },
  up: { pan: 0, tilt: 1, zoom: 0 },
  up_right: { pan: 1, tilt: 1, zoom: 0 },
  left: { pan: -1, tilt: 0, zoom: 0 },
  right: { pan: 1, tilt: 0, zoom: 0 },
  down_left: { pan: -1, tilt: -1, zoom: 0 },
  down: { pan: 0, tilt: -1, zoom: 0 },
  down_right: { pan: 1, tilt: -1, zoom: 0 },
  closer: { pan: 0, tilt: 0, zoom: 1 },
  wider: { pan: 0, tilt: 0, zoom: -1 },
} as const satisfies Record<string, Velocity>
export type Turn = keyof typeof turns

export const speeds = { slow: 0.2, middle: 0.5, fast: 1 } as const
export type Speed = keyof typeof speeds

const keys: Readonly<Record<string, Turn>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'closer',
  '=': 'closer',
  '-': 'wider',
}
const not_found = 3000

/** `pad`: arrow keys are handled only inside the dialog that contains this element. */
export function usePtz(
  camera_sn: string,
  speed: Speed,
  pad: RefObject<HTMLElement | null>,
): {
  moving: boolean
  held: ReadonlySet<Turn>
  press: (turn: Turn) => void
  release: (turn: Turn) => void
  stop: () => void
} {
  const [held, setHeld] = useState<ReadonlySet<Turn>>(new Set())
  const [state, setState] = useState<'moving' | 'still'>('still')
  const hold = useRef<PtzHold>(undefined)
  const down = useRef(new Set<Turn>())
  const speed_factor = useRef(speeds[speed])

  const follow = useCallback(() => {
    const limit = (value: number) => Math.min(1, Math.max(-1, value)) * speed_factor.current
    const sum = { pan: 0, tilt: 0, zoom: 0 }
    for (const turn of down.current)
      for (const axis of ['pan', 'tilt', 'zoom'] as const) sum[axis] += turns[turn][axis]
    hold.current?.want({ pan: limit(sum.pan), tilt: limit(sum.tilt), zoom: limit(sum.zoom) })
    setHeld(new Set(down.current))
  }, [])
  const press = useCallback(
    (turn: Turn) => {
      down.current.add(turn)
      follow()
    },
    [follow],
  )
  const release = useCallback(
    (turn: Turn) => {
      if (down.current.delete(turn)) follow()
    },
    [follow],
  )
  const releaseAll = useCallback(() => {
    down.current.clear()
    follow()
  }, [follow])

  useEffect(() => {
    const made = createPtzHold(
      {
        move: async (velocity) =>
          (await call('/api/camera/ptz_move', { camera_sn, ...velocity }, { repeatable: true })).for_ms,
        hold: async () => {
          const { answer, error } = await outcomeOf(
            call('/api/camera/ptz_hold', { camera_sn }, { quiet: true, repeatable: true }),
          )
          if (error && error.code !== not_found) throw error
          return answer?.for_ms
        },
        stop: async () => void (await call('/api/camera/ptz_stop', { camera_sn }, { repeatable: true })),
      },
      (next) => {
        if (next === 'still') {
          down.current.clear()
          setHeld(new Set())
        }
        setState(next)
      },
    )
    hold.current = made
    return () => made.close()
  }, [camera_sn])

  useEffect(() => {
    speed_factor.current = speeds[speed]
  }, [speed])

  useEffect(() => {
    const turnOf = (event: KeyboardEvent): Turn | undefined => {
      const at = event.target instanceof HTMLElement ? event.target : document.body
      // Ignores keys pressed in a dialog above this one or in text fields.
      const ours = at === document.body || at.closest('dialog') === pad.current?.closest('dialog')
      return !ours || at.matches('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey
        ? undefined
        : keys[event.key]
    }
    const onDown = (event: KeyboardEvent) => {
      const turn = turnOf(event)
      if (!turn) return
      event.preventDefault()
      if (!event.repeat) press(turn)
    }
    const onUp = (event: KeyboardEvent) => {
      const turn = keys[event.key]
      if (turn) release(turn)
    }
    const onHide = () => document.hidden && releaseAll()
    document.addEventListener('keydown', onDown)
    document.addEventListener('keyup', onUp)
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('blur', releaseAll)
    return () => {
      document.removeEventListener('keydown', onDown)
      document.removeEventListener('keyup', onUp)
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('blur', releaseAll)
    }
  }, [press, release, releaseAll, pad])

  return {
    moving: state === 'moving',
    held,
    press,
    release,
    stop() {
      releaseAll()
      hold.current?.stop()
    },
  }
}
