/**
 * Spares the accounts of cameras: many lock one for half an hour after five to seven refusals (Hikvision and
 * Dahua do). Programs that sign in by themselves ask here first; what a user asks for always goes out.
 */
import type { CameraError } from '../ports/camera-port.ts'
import type { CameraRow } from './camera.store.ts'

/** This many refusals may be a camera that is still starting. */
const free = 3
const [first_ms, growth, longest_ms] = [30_000, 3, 600_000]

type Rest = { as: string; refusals: number; until_ms: number; error: CameraError }

export class SignInRests {
  readonly #rests = new Map<string, Rest>()
  readonly #mono: () => number

  constructor(mono: () => number = () => performance.now()) {
    this.#mono = mono
  }

  /** Throws the last refusal while the camera rests. A camera that was stored again does not rest. */
  check(row: CameraRow): void {
    const rest = this.#rests.get(row.camera_sn)
    if (rest && rest.as === signInOf(row) && this.#mono() < rest.until_ms) throw rest.error
  }

  /** A sign-in with what is stored was accepted, or refused with `error`; other errors say nothing of it. */
  report(row: CameraRow, error?: CameraError): void {
    const before = this.#rests.get(row.camera_sn)
    if (!error) this.#rests.delete(row.camera_sn)
    if (error?.step !== 'signin' || before?.error === error) return
    const as = signInOf(row)
    const refusals = (before?.as === as ? before.refusals : 0) + 1
    const pause_ms = refusals < free ? 0 : Math.min(longest_ms, first_ms * growth ** (refusals - free))
    this.#rests.set(row.camera_sn, { as, refusals, until_ms: this.#mono() + pause_ms, error })
  }
}

/** With what the device signs in, and where. A stored password differs each time it is stored. */
const signInOf = (row: CameraRow): string =>
  JSON.stringify([row.frame_url, row.stream_url_main, row.username, row.password, row.create_ms])
