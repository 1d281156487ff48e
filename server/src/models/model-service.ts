/**
 * Runs one check and one trial of models at a time, in separate programs, and monitors the analysis
 * application while it uses a user's model. Long because all of it acts on one state.
 */
import { log_type, type ModelTrialState, type ModelUseReason } from '@parking/contract'
import type { AnalysisConnection, ModelForProgram, ModelLink } from '../core/analysis-connection.ts'
import type { Deps } from '../core/deps.ts'
import type { SingleRun } from '../core/flow/single-run.ts'
import type { Part } from '../core/part.ts'
import { busy } from '../core/refusal.ts'
import { dropModelFolder, isSoundModel, modelFolder, sweepModels } from './model-folder.ts'
import { changeModel, factsOf, modelInUse, previousUse } from './model-use.ts'
import {
  allModels,
  countCrash,
  currentUse,
  modelOf,
  setModelState,
  stopTrials,
  writeTrial,
} from './model.store.ts'
import { runTrial, type TrialOptions } from './trial.ts'
import { emptyCard, type Card } from './trial-card.ts'

type Needs = Deps & { analysis: AnalysisConnection; app_control: SingleRun }

/**
 * This many crashes of the application, each within this time of the previous one, are blamed on the model.
 */
const [max_crashes, crash_ms] = [3, 600_000]
/**
 * An application that supports models pings every 15 s; if it is silent for this long, it computes endlessly.
 */
const silent_ms = 120_000
const watch_ms = 10_000

export class ModelService implements Part, ModelLink {
  readonly #deps: Needs
  readonly #checking = new Map<string, Promise<void>>()
  #queue: Promise<void> = Promise.resolve()
  #trial: { model: string; abort: AbortController; ended: Promise<void>; card: Card } | undefined
  #works_with: string | null | undefined
  #last_line_ms = 0
  #watch: NodeJS.Timeout | undefined
  #stopping = false

  constructor(deps: Needs) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    const { db, findings, folder, now, log } = this.#deps
    stopTrials(db)
    if (!findings.lacks_rows)
      await sweepModels(folder, new Set(allModels(db).map(({ model }) => model))).catch((error: unknown) =>
        log.warn({ err: error }, 'unused models could not be removed'),
      )
    const in_use = modelInUse({ db })
    if (in_use !== null && modelOf(db, in_use)?.state !== 'checked') this.#goBack('lost')
    for (const { model, state } of allModels(db)) if (state === 'uploaded') this.check(model)
    this.#last_line_ms = now()
    this.#watch = setInterval(() => this.#checkSilence(), watch_ms)
    this.#watch.unref()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#watch)
    this.#trial?.abort.abort()
    await this.#trial?.ended
  }

  /** The model that the application reports to use; undefined until it has answered. */
  get works_with(): string | null | undefined {
    return this.#works_with
  }

  /** Checks a model in the background; checks run one after another. */
  check(model: string): void {
    if (this.#checking.has(model)) return
    const run = this.#queue.then(() => this.#check(model))
    this.#queue = run.catch(() => undefined)
    this.#checking.set(
      model,
      run.finally(() => this.#checking.delete(model)),
    )
  }

  /** Resolves when no check is running or queued, and no trial is running. */
  async settled(): Promise<void> {
    await this.#queue
    await this.#trial?.ended
  }

  /** Compares the files of every model with its id; the device leaves a damaged one that is in use. */
  async checkFiles(): Promise<void> {
    for (const { model, state } of allModels(this.#deps.db))
      if (state === 'checked') await this.isSound(model)
    const { db, findings } = this.#deps
    for (const { file, damage } of findings.all())
      if (damage === 'model_files' && !modelOf(db, file.slice('models/'.length))) findings.settle(file)
  }

  /** Compares the files of a model with its id. */
  async isSound(model: string): Promise<boolean> {
    const { db, findings, folder } = this.#deps
    const file = `models/${model}`
    if (await isSoundModel(folder, model)) {
      findings.settle(file)
      return true
    }
    if (!modelOf(db, model)) return false // deleted meanwhile
    findings.report(file, 'model_files')
    if (modelInUse({ db }) === model) this.#goBack('unusable', 'Its files were changed or are missing')
    return false
  }

  async #check(model: string): Promise<void> {
    const { db, folder, models_tool, log } = this.#deps
    if (this.#stopping || modelOf(db, model)?.state !== 'uploaded') return
    const verdict = await models_tool.check(modelFolder(folder, model))
    if (this.#stopping || !modelOf(db, model)) return
    if (verdict.ok) {
      const { ok: _, ...facts } = verdict
      setModelState(db, model, { state: 'checked', facts: JSON.stringify(facts), reason: null, said: '' })
    } else {
      const { reason, said, name, version } = verdict
      const facts = JSON.stringify({ name, version })
      setModelState(db, model, { state: 'rejected', facts, reason, said: said.slice(0, 600) })
      await dropModelFolder(folder, model)
    }
    log.info({ model, ok: verdict.ok }, 'a model was checked')
  }

  /** The scorecard of the running trial. */
  running(model?: string): Card | undefined {
    return model === undefined || this.#trial?.model === model ? this.#trial?.card : undefined
  }

  /** Begins a trial against the model in use. Throws 6000 while a trial is running. */
  try(model: string, options?: TrialOptions): void {
    if (this.#trial) throw busy('A trial is running already')
    const deps = this.#deps
    const running = modelInUse(deps)
    const facts = running === null ? {} : factsOf(modelOf(deps.db, running)?.facts ?? '{}')
    const shipped = deps.analysis.peer?.models
    const at_ms = deps.now()
    const write = (state: ModelTrialState, card: Card) => {
      if (!modelOf(deps.db, model)) return
      writeTrial(deps.db, {
        model,
        state,
        at_ms,
        against: running,
        against_name: facts.name ?? shipped?.name ?? '',
        against_version: facts.version ?? shipped?.version ?? '',
        card: JSON.stringify(card),
      })
    }
    const abort = new AbortController()
    const trial = { model, abort, card: emptyCard(0), ended: Promise.resolve() }
    write('running', trial.card)
    this.#trial = trial
    const run = runTrial(
      { candidate: model, running },
      (one) => modelFolder(deps.folder, one),
      deps,
      { signal: abort.signal, progress: (card) => void (trial.card = card) },
      options,
    )
    trial.ended = run
      .then((card) => write(abort.signal.aborted ? 'stopped' : 'done', card))
      .catch((error: unknown) => {
        const said = error instanceof Error ? error.message.slice(0, 600) : String(error)
        write(abort.signal.aborted ? 'stopped' : 'failed', { ...trial.card, said })
      })
      .finally(() => (this.#trial = undefined))
  }

  /** Resolves when the trial has stopped. */
  async stopTrial(): Promise<void> {
    this.#trial?.abort.abort()
    await this.#trial?.ended
  }

  forProgram(): ModelForProgram | null {
    const { db, folder } = this.#deps
    const use = currentUse(db)
    if (!use || use.model === null) return null
    const { model, name, version, sha256 } = use
    return { id: model, folder: modelFolder(folder, model), sha256, name, version }
  }

  lineReceived(): void {
    this.#last_line_ms = this.#deps.now()
  }

  answered(model: string | undefined, problem: string | undefined): void {
    this.#works_with = model === undefined ? undefined : model === '' ? null : model
    if (problem !== undefined && modelInUse(this.#deps) !== null) this.#goBack('unusable', problem)
  }

  lost(): void {
    const { app, app_control, analysis } = this.#deps
    this.#works_with = undefined
    if (this.#stopping || app_control.running || analysis.peer?.models === undefined) return
    if (!['stopping', 'stopped'].includes(app.status().state)) this.#noteCrash('crashes')
  }

  #noteCrash(why: ModelUseReason): void {
    const { db, now } = this.#deps
    if (modelInUse({ db }) === null) return
    if (countCrash(db, now(), crash_ms) >= max_crashes) this.#goBack(why)
  }

  /**
   * Restarts an application that keeps its connection but is silent, which a model that never finishes
   * causes.
   */
  #checkSilence(): void {
    const { analysis, now, app, app_control, log } = this.#deps
    if (analysis.peer?.models === undefined || modelInUse(this.#deps) === null || app_control.running) return
    if (now() - this.#last_line_ms < silent_ms) return
    this.#last_line_ms = now()
    this.#noteCrash('silent')
    void app_control
      .run(
        () => busy('The analysis application is being started or stopped already'),
        async () => {
          await app.stop()
          await app.start()
        },
      )
      .catch((error: unknown) => log.error({ err: error }, 'the silent analysis application did not restart'))
  }

  /** Goes back to the previous model, or to the shipped one if the device itself made the last change. */
  #goBack(why: ModelUseReason, said = ''): void {
    const deps = this.#deps
    const use = currentUse(deps.db)
    if (!use) return
    const to = why === 'lost' || use.by === '' ? null : (previousUse(deps)?.model ?? null)
    changeModel(to, { by: '', why }, deps)
    deps.log.error(
      { log_type: log_type.service, what: 'model_left', name: `${use.name} ${use.version}`, why, said },
      'the device left a model by itself',
    )
  }
}
