/**
 * Takes recordings from the analysis socket, one after another, and runs one replay at a time. The result of
 * the last one is kept in memory: it says something about the parameters of that moment only.
 */
import { join } from 'node:path'
import type { ReplayCalibration, replay_states } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { busy } from '../core/refusal.ts'
import { OfferedCalibrations } from './offered-calibrations.ts'
import { sweepRecordings, takeRecording, type ReportedRecording } from './keep-recordings.ts'
import { emptyResult, runReplay, type ReplayQuestion, type ReplayResult } from './run-replay.ts'

export type ReplayRun = {
  state: (typeof replay_states)[number]
  at_ms: number
  by: string
  result: ReplayResult
}

/** The application hands over some a minute: more at once are those of a long outage. */
const max_waiting = 200

export class ReplayDesk implements Part {
  readonly #deps: Deps
  readonly offered: OfferedCalibrations
  #taking: Promise<void> = Promise.resolve()
  #waiting = 0
  #run: ReplayRun | undefined
  #under_way: { abort: AbortController; ended: Promise<void> } | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.offered = new OfferedCalibrations(deps)
  }

  async start(): Promise<void> {
    await sweepRecordings(this.#deps).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'unused recordings could not be removed'),
    )
  }

  async stop(): Promise<void> {
    await this.stopRun()
    await this.offered.stop()
    await this.#taking
  }

  /** Never throws: a recording that is lost is a gap in what can be replayed. */
  take(recording: ReportedRecording): void {
    if (this.#waiting >= max_waiting) return
    this.#waiting++
    this.#taking = this.#taking
      .then(() => takeRecording(recording, join(this.#deps.folder, 'spool'), this.#deps))
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a recording could not be kept'))
      .finally(() => this.#waiting--)
  }

  /** Resolves when every recording so far is kept and no replay runs. */
  async settled(): Promise<void> {
    await this.#taking
    await this.#under_way?.ended
  }

  get last(): ReplayRun | undefined {
    return this.#run
  }

  /** 6000 while one runs. */
  begin(asked: ReplayQuestion, by: string): void {
    if (this.#under_way) throw busy('A replay is running already')
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
      .finally(() => (this.#under_way = undefined))
    this.#under_way = { abort, ended }
  }

  /** Resolves when it has stopped. */
  async stopRun(): Promise<void> {
    this.#under_way?.abort.abort()
    await this.#under_way?.ended
  }
}
