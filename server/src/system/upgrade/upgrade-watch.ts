/**
 * The server's side of an upgrade (docs/upgrades.md): while this version is on trial it takes nothing that
 * would be lost if the version before came back, and each second it says how it is.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { failedUpgradeIn, type FailedUpgrade } from '#src/alarm/failed-upgrade.ts'
import type { AnalysisConnection } from '#src/core/analysis-connection.ts'
import type { Deps } from '#src/core/deps.ts'
import type { Part } from '#src/core/part.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'

const interval_ms = 1_000
const beat_key = 'health_beat'

export class UpgradeWatch implements Part {
  #phase = ''
  #failed: FailedUpgrade | undefined
  #beats = 0
  #timer: NodeJS.Timeout | undefined
  readonly #deps: Pick<Deps, 'db' | 'now' | 'version' | 'folder' | 'upgrade_folder'>
  readonly #analysis: AnalysisConnection

  constructor(
    deps: Pick<Deps, 'db' | 'now' | 'version' | 'folder' | 'upgrade_folder'>,
    analysis: AnalysisConnection,
  ) {
    this.#deps = deps
    this.#analysis = analysis
    this.#read() // before the first event and the first call
  }

  /** Whether what is stored now may be undone by the guard. */
  onTrial(): boolean {
    return this.#phase === 'trial' || this.#phase === 'back'
  }

  /** The upgrade that failed last, if none has been begun since (docs/alarms.md). */
  get failed(): FailedUpgrade | undefined {
    return this.#failed
  }

  /** Start it after every other part: a beat says that they have started. */
  start(): void {
    if (this.#deps.upgrade_folder === undefined) return
    this.#timer = setInterval(() => this.#look(), interval_ms)
    this.#timer.unref()
    this.#look()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    this.#read()
    if (this.#phase !== '' && this.#phase !== 'done') this.#beat()
  }

  /** The phase of the guard's state, or `requested` before it has begun; empty without an upgrade. */
  #read(): void {
    const folder = this.#deps.upgrade_folder
    if (folder === undefined) return
    const text = textOf(join(folder, 'state.json'))
    try {
      const state = text === undefined ? undefined : (JSON.parse(text) as { phase?: unknown })
      this.#phase = state === undefined ? '' : String(state.phase)
      this.#failed = failedUpgradeIn(state)
    } catch {
      return // the guard replaces it as a whole: what cannot be read is not its file
    }
    if (!this.onTrial() && textOf(join(folder, 'requested')) !== undefined) this.#phase = 'requested'
  }

  #beat(): void {
    const { folder, version } = this.#deps
    const beat = {
      version,
      pid: process.pid,
      uptime_s: uptime(),
      database: this.#writesAndReads(),
      analysis: this.#analysis.peer !== null,
    }
    try {
      writeFileSync(join(folder, 'health.json.new'), JSON.stringify(beat), { mode: 0o600 })
      renameSync(join(folder, 'health.json.new'), join(folder, 'health.json'))
    } catch {
      // A full disk: the guard takes the missing beat for what it is.
    }
  }

  #writesAndReads(): boolean {
    const { db, now } = this.#deps
    try {
      writeSetting(db, beat_key, ++this.#beats, now())
      return readSetting(db, beat_key, 0) === this.#beats
    } catch {
      return false
    }
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
