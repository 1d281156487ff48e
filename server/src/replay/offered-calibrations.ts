/** Under which calibrations the program can replay: it is asked once, and each replay hears it again. */
import type { ReplayCalibration } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readParam } from '../params/param.store.ts'
import type { Replayer } from '../ports/replay-port.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'replay_tool'>
type Calibrations = readonly ReplayCalibration[]
type Asked = { replayer: Replayer; answer: Promise<Calibrations> }

export class OfferedCalibrations {
  readonly #deps: Needs
  #known: Calibrations | undefined
  #asked: Asked | undefined

  constructor(deps: Needs) {
    this.#deps = deps
  }

  /** What is known now: nothing until the program has answered. It is asked meanwhile. */
  soFar(): Calibrations {
    if (!this.#known) void this.ask()
    return this.#known ?? []
  }

  /** A replay has heard it. */
  take(offered: Calibrations): void {
    this.#known = offered
  }

  /** Only `recorded` where it does not answer: a replay then says why. */
  async ask(): Promise<Calibrations> {
    if (this.#known) return this.#known
    if (!this.#deps.replay_tool.available()) return ['recorded']
    this.#asked ??= this.#open()
    return await this.#asked.answer
  }

  #open(): Asked {
    const replayer = this.#deps.replay_tool.open()
    const present = readParam(this.#deps, 'alg_param')
    const answer = replayer
      .begin({ present, wanted: present, calibration: 'recorded' })
      .then(({ calibrations }) => calibrations)
      .catch((): Calibrations => ['recorded'])
      .then((offered) => (this.#known ??= offered))
      .finally(() => {
        replayer.close()
        this.#asked = undefined
      })
    return { replayer, answer }
  }

  async stop(): Promise<void> {
    this.#asked?.replayer.close()
    await this.#asked?.answer
  }
}
