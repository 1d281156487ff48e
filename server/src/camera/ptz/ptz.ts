/**
 * Controls camera motors. A move must end when its user disconnects: it times out on the camera, the server
 * also sends a stop, and the move continues only while the user renews it. Calls to one camera are
 * serialised, so that no move can overtake a later stop.
 */
import type { Answer, Body } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { PtzError, type Ptz, type Velocity } from '#src/ports/camera-port.ts'
import { busy, failedBecause, notFound } from '#src/core/refusal.ts'
import { openedCamera } from '../camera-secrets.ts'
import { cameraBySn } from '../camera.store.ts'

/** Duration of a move, in whole seconds because some cameras accept nothing else. */
const move_s = 2
/** How long the capabilities of a motor are cached. */
const cache_ms = 60_000

type Opened = { key: string; until: number; ptz: Promise<Ptz> }
type Motor = {
  opened: Opened | undefined
  queue: Promise<unknown>
  /** The number of queued and running calls. */
  waiting: number
  /** Incremented by every move and stop. A move that is not the newest is skipped. */
  turn: number
  mover: { who: string; velocity: Velocity; end: NodeJS.Timeout | undefined } | undefined
}

/** The motors in use, by camera_sn. */
export class PtzMotors {
  readonly #motors = new Map<string, Motor>()

  of(camera_sn: string): Motor {
    const motor = this.#motors.get(camera_sn) ?? {
      opened: undefined,
      queue: Promise.resolve(),
      waiting: 0,
      turn: 0,
      mover: undefined,
    }
    this.#motors.set(camera_sn, motor)
    return motor
  }
}

type Needs = Pick<Deps, 'db' | 'secrets' | 'cameras' | 'log'> & { ptz_motors: PtzMotors }

/** Runs `work` after all earlier calls to this motor. Errors of the motor become refusals. */
async function enqueue<T>(
  camera_sn: string,
  deps: Needs,
  work: (ptz: Ptz, motor: Motor) => Promise<T>,
): Promise<T> {
  const { db, secrets, cameras } = deps
  const row = cameraBySn(db, camera_sn)
  if (!row) throw notFound('The camera')
  if (row.ptz_supported === 0) throw failedBecause('ptz_unsupported', 'This camera has no motor')
  const motor = deps.ptz_motors.of(camera_sn)
  const key = [row.ipv4, row.onvif_port, row.username, row.password].join('\n')
  motor.waiting++
  const done = motor.queue.then(async () => {
    if (motor.opened?.key !== key || motor.opened.until < performance.now()) {
      motor.opened = {
        key,
        until: performance.now() + cache_ms,
        ptz: cameras.ptz(openedCamera(row, { secrets })),
      }
    }
    return work(await motor.opened.ptz, motor)
  })
  motor.queue = done.then(
    () => void motor.waiting--,
    () => void motor.waiting--,
  )
  try {
    return await done
  } catch (error) {
    motor.opened = undefined // the camera may have been replaced, or its clock may have changed
    throw error
  }
}

export async function ptzInfo(camera_sn: string, deps: Needs): Promise<Answer<'ptz_info'>> {
  return enqueue(camera_sn, deps, async (ptz) => {
    try {
      return { ...ptz.ability, presets: await ptz.presets() }
    } catch (error) {
      // A camera that cannot list its presets can still move.
      const moves = ptz.ability.pan_tilt || ptz.ability.zoom
      if (!moves || !(error instanceof PtzError)) throw error
      await ptz.check()
      deps.log.info({ camera_sn, err: error }, 'the presets of a camera could not be read')
      return { ...ptz.ability, presets: [], presets_failed: true }
    }
  })
}

/** `who` is the user. No other user may turn the camera until it has stopped. */
export async function movePtz(
  { camera_sn, pan, tilt, zoom }: Body<'ptz_move'>,
  who: string,
  deps: Needs,
): Promise<Answer<'ptz_move'>> {
  if (pan === 0 && tilt === 0 && zoom === 0) {
    await stopPtz(camera_sn, deps)
    return { for_ms: 0 }
  }
  const motor = deps.ptz_motors.of(camera_sn)
  if (motor.mover && motor.mover.who !== who) throw busy('Another user is turning this camera')
  const turn = ++motor.turn
  clearTimeout(motor.mover?.end)
  const mover = { who, velocity: { pan, tilt, zoom }, end: undefined }
  motor.mover = mover
  try {
    return await enqueue(camera_sn, deps, async (ptz) => {
      // A later stop or move replaced this one.
      if (motor.turn !== turn) return { for_ms: 0 }
      return startMove(ptz, motor, camera_sn, deps)
    })
  } catch (error) {
    if (motor.mover === mover) motor.mover = undefined
    throw error
  }
}

/** Renews the move. Returns immediately if a call is running, because that call renews the move as well. */
export async function holdPtz(camera_sn: string, who: string, deps: Needs): Promise<Answer<'ptz_hold'>> {
  const motor = deps.ptz_motors.of(camera_sn)
  if (motor.mover?.who !== who) throw notFound('The move')
  if (motor.waiting > 0) return { for_ms: move_s * 1_000 }
  const { turn } = motor
  return enqueue(camera_sn, deps, async (ptz) =>
    motor.turn === turn ? startMove(ptz, motor, camera_sn, deps) : { for_ms: 0 },
  )
}

export async function stopPtz(camera_sn: string, deps: Needs): Promise<void> {
  const motor = deps.ptz_motors.of(camera_sn)
  motor.turn++
  clearTimeout(motor.mover?.end)
  motor.mover = undefined
  await enqueue(camera_sn, deps, (ptz) => ptz.stop())
}

/** Runs any other operation on the motor. */
export const withPtz = <T>(camera_sn: string, deps: Needs, work: (ptz: Ptz) => Promise<T>): Promise<T> =>
  enqueue(camera_sn, deps, work)

async function startMove(
  ptz: Ptz,
  motor: Motor,
  camera_sn: string,
  deps: Needs,
): Promise<{ for_ms: number }> {
  const { mover } = motor
  if (!mover) return { for_ms: 0 }
  clearTimeout(mover.end)
  // Set before the request, because the camera may turn even if its answer is lost.
  mover.end = setTimeout(() => {
    if (motor.mover !== undefined && motor.mover !== mover) return // a newer move has replaced this one
    motor.mover = undefined
    motor.turn++
    ptz
      .stop()
      .catch((error: unknown) =>
        deps.log.info(
          { camera_sn, err: error },
          'a camera could not be stopped; its move ends by the timeout it was given',
        ),
      )
  }, move_s * 1_000)
  mover.end.unref()
  await ptz.move(mover.velocity, move_s)
  return { for_ms: move_s * 1_000 }
}
