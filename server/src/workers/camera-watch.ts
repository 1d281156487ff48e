/**
 * Looks at every camera every ten seconds by fetching a picture (spec §4: offline, online, error). Each camera has a rhythm of its
 * own and its own time limit, and only some are asked at once, so that one that hangs never stalls the others.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { camera_state, log_type, type CameraStep } from '@parking/contract'
import { allCameras, cameraBySn, setState, type CameraRow, type CameraState } from '../camera/camera.store.ts'
import { looksOf } from '../camera/look.ts'
import { keepPicture, rememberPictures } from '../camera/picture-file.ts'
import type { Deps } from '../deps.ts'
import { CameraTrouble } from '../ports/camera-port.ts'

export type CameraWatchOptions = {
  every_ms?: number
  /** How many cameras are asked at the same time. */
  at_once?: number
  /** How many looks must fail before a camera is no longer online: one lost picture is no news. */
  patience?: number
}

type Watched = { failures: number; due_ms: number; looking: boolean }

export function startCameraWatch(deps: Deps, { every_ms = 10_000, at_once = 16, patience = 2 }: CameraWatchOptions = {}): { stop(): Promise<void> } {
  const { db, log, bus } = deps
  const watched = new Map<string, Watched>()
  const under_way = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** Takes the cameras as they are now; a new one is looked at within one rhythm, spread so that not all are asked in the same moment. */
  function refresh(): void {
    const rows = allCameras(db)
    const known = new Set(rows.map((row) => row.camera_sn))
    for (const camera_sn of watched.keys()) if (!known.has(camera_sn)) watched.delete(camera_sn)
    for (const [at, { camera_sn }] of rows.entries()) {
      const seen = looksOf(db).get(camera_sn)?.look_ms ?? 0
      const first = seen === 0 ? (every_ms * at) / Math.max(10, rows.length) : every_ms
      if (!watched.has(camera_sn)) watched.set(camera_sn, { failures: 0, due_ms: performance.now() + first, looking: false })
    }
    arrange()
  }

  /** Starts what is due and sets the timer for the next. */
  function arrange(): void {
    if (stopped) return
    clearTimeout(timer)
    const now = performance.now()
    const waiting = [...watched].filter(([, one]) => !one.looking).sort(([, a], [, b]) => a.due_ms - b.due_ms)
    for (const [camera_sn, one] of waiting) {
      if (under_way.size >= at_once) return // the end of a look arranges again
      if (one.due_ms > now) {
        timer = setTimeout(arrange, one.due_ms - now + 1)
        return
      }
      one.looking = true
      const look = lookAt(camera_sn, one).catch((error: unknown) => log.error({ err: error, camera_sn }, 'a camera could not be looked at'))
      under_way.add(look)
      void look.then(() => {
        under_way.delete(look)
        one.looking = false
        one.due_ms = Math.max(one.due_ms + every_ms, performance.now())
        arrange()
      })
    }
  }

  async function lookAt(camera_sn: string, one: Watched): Promise<void> {
    const row = cameraBySn(db, camera_sn)
    if (!row) return
    const trouble = await take(row)
    if (stopped || !isSame(row, cameraBySn(db, camera_sn))) return
    const seen = looksOf(db).get(camera_sn)
    looksOf(db).set(camera_sn, { look_ms: deps.now(), picture_ms: seen?.picture_ms ?? 0 })
    one.failures = trouble ? one.failures + 1 : 0
    // One that never was online has nothing to leave: its trouble shows at once.
    if (trouble && row.state === camera_state.online && one.failures < patience) return
    const state: CameraState = !trouble ? camera_state.online : isAway(trouble.step) ? camera_state.offline : camera_state.error
    if (!setState(db, camera_sn, state, trouble?.step ?? '', deps.now())) return
    log[trouble ? 'warn' : 'info']({ log_type: log_type.alarm, what: 'camera_state', camera_sn, camera_name: row.camera_name, state, step: trouble?.step ?? '', why: trouble?.message ?? '' }, 'camera state changed')
    bus.tell('config')
  }

  /** Takes and keeps a picture; answers the trouble there was. */
  async function take(row: CameraRow): Promise<CameraTrouble | undefined> {
    if (row.frame_url === '') return new CameraTrouble('picture', 'This camera has a stream alone')
    try {
      const { jpeg } = await deps.cameras.picture({ frame_url: row.frame_url, username: row.username, password: deps.secrets.open(row.password) })
      if (!stopped && isSame(row, cameraBySn(db, row.camera_sn))) await keepPicture(deps.media, db, row.camera_sn, jpeg, deps.now())
      return undefined
    } catch (error) {
      if (error instanceof CameraTrouble) return error
      throw error
    }
  }

  const hush = bus.on('config', refresh)
  const remembered = rememberPictures(deps.media, db, allCameras(db).map((row) => row.camera_sn)).then(() => {
    if (!stopped) refresh()
  })
  return {
    async stop() {
      stopped = true
      hush()
      clearTimeout(timer)
      await remembered
      // A look that hangs may end by itself: after `stopped` it changes nothing any more.
      const grace = new AbortController()
      await Promise.race([Promise.all(under_way), wait(500, undefined, { signal: grace.signal }).catch(() => undefined)])
      grace.abort()
    },
  }
}

/** No answer at all is offline; an answer that is of no use is an error (spec §4). */
const isAway = (step: CameraStep): boolean => step === 'reach' || step === 'port'

/** False when the camera was deleted or changed while it was looked at: then this look says nothing of it. */
const isSame = (before: CameraRow, now: CameraRow | undefined): boolean =>
  now !== undefined && now.frame_url === before.frame_url && now.username === before.username && now.password === before.password && now.create_ms === before.create_ms
