/** The calibrations that the replay program supports: requested once, and updated by each replay. */
import type { ReplayCalibration } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readParam } from '../params/param.store.ts'
import type { Replayer } from '../ports/replay-port.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'replay_tool'>
type Calibrations = readonly ReplayCalibration[]
type PendingRequest = { replayer: Replayer; answer: Promise<Calibrations> }

export class OfferedCalibrations {
  readonly #deps: Needs
  #known: Calibrations | undefined
  #pending: PendingRequest | undefined

  constructor(deps: Needs) {
    this.#deps = deps
  }

  /** The calibrations known so far; empty until the program has answered. Starts a request if needed. */
  soFar(): Calibrations {
    if (!this.#known) void this.ask()
    return this.#known ?? []
  }

  /** Stores the calibrations that a replay received. */
  take(offered: Calibrations): void {
    this.#known = offered
  }

  /** Only `recorded` if the program does not answer; a replay then reports the reason. */
  async ask(): Promise<Calibrations> {
    if (this.#known) return this.#known
    if (!this.#deps.replay_tool.available()) return ['recorded']
    this.#pending ??= this.#open()
    return await this.#pending.answer
  }

  #open(): PendingRequest {
    const replayer = this.#deps.replay_tool.open()
    const present = readParam(this.#deps, 'alg_param')
    const answer = replayer
      .begin({ present, wanted: present, calibration: 'recorded' })
      .then(({ calibrations }) => calibrations)
      .catch((): Calibrations => ['recorded'])
      .then((offered) => (this.#known ??= offered))
      .finally(() => {
        replayer.close()
        this.#pending = undefined
      })
    return { replayer, answer }
  }

  async stop(): Promise<void> {
    this.#pending?.replayer.close()
    await this.#pending?.answer
  }
}
