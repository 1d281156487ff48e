/**
 * Takes recordings from the analysis socket, one after another, and runs one replay at a time. The last
 * result is kept only in memory, because it applies only to the parameters of that moment.
 */
import { join } from 'node:path'
import type { replay_states, ReplayCalibration } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { busy } from '../core/refusal.ts'
import { type ReportedRecording, storeRecording, sweepRecordings } from './store-recordings.ts'
import { emptyResult, type ReplayQuestion, type ReplayResult, runReplay } from './run-replay.ts'
import { readParam } from '../params/param.store.ts'
import type { Replayer } from '../ports/replay-port.ts'

export type ReplayRun = {
  state: (typeof replay_states)[number]
  at_ms: number
  by: string
  result: ReplayResult
}

/** The application passes a few recordings a minute; a longer queue comes from a long outage. */
const max_waiting = 200

export class ReplayService implements Part {
  readonly #deps: Deps
  readonly offered: OfferedCalibrations
  #taking: Promise<void> = Promise.resolve()
  #waiting = 0
  #run: ReplayRun | undefined
  #current: { abort: AbortController; ended: Promise<void> } | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.offered = new OfferedCalibrations(deps)
  }

  async start(): Promise<void> {
    if (this.#deps.findings.lacks_rows) return
    await sweepRecordings(this.#deps).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'unused recordings could not be removed'),
    )
  }

  async stop(): Promise<void> {
    await this.stopRun()
    await this.offered.stop()
    await this.#taking
  }

  /** Never throws: a lost recording only leaves a gap in the replays. */
  take(recording: ReportedRecording): void {
    if (this.#waiting >= max_waiting) return
    this.#waiting++
    this.#taking = this.#taking
      .then(() => storeRecording(recording, join(this.#deps.folder, 'spool'), this.#deps))
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a recording could not be kept'))
      .finally(() => this.#waiting--)
  }

  /** Resolves when every recording so far is stored and no replay is running. */
  async settled(): Promise<void> {
    await this.#taking
    await this.#current?.ended
  }

  get last(): ReplayRun | undefined {
    return this.#run
  }

  /** Throws 6000 while a replay is running. */
  begin(asked: ReplayQuestion, by: string): void {
    if (this.#current) throw busy('A replay is running already')
    const abort = new AbortController()
    const run: ReplayRun = { state: 'running', at_ms: this.#deps.now(), by, result: emptyResult() }
    this.#run = run
    const progress = (result: ReplayResult): void => void (run.result = result)
    const offered = (calibrations: ReplayCalibration[]): void => this.offered.take(calibrations)
    const ended = runReplay(asked, this.#deps, { signal: abort.signal, progress, offered })
      .then((result) => {
        run.result = result
        run.state = abort.signal.aborted ? 'stopped' : 'done'
      })
      .catch((error: unknown) => {
        const said = error instanceof Error ? error.message.slice(0, 600) : String(error)
        run.result = { ...run.result, said }
        run.state = abort.signal.aborted ? 'stopped' : 'failed'
      })
      .finally(() => (this.#current = undefined))
    this.#current = { abort, ended }
  }

  /** Resolves when the replay has stopped. */
  async stopRun(): Promise<void> {
    this.#current?.abort.abort()
    await this.#current?.ended
  }
}

/** The calibrations that the replay program supports: requested once, and updated by each replay. */
type Needs = Pick<Deps, 'db' | 'secrets' | 'replay_tool'>
type Calibrations = readonly ReplayCalibration[]
type PendingRequest = { replayer: Replayer; answer: Promise<Calibrations> }

class OfferedCalibrations {
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
