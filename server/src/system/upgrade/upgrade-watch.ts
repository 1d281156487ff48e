/**
 * The server's side of an upgrade (docs/upgrades.md): while this version is on trial, it accepts nothing that
 * would be lost by a return to the previous version, and it reports its health every second.
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
  readonly #deps: Pick<Deps, 'db' | 'now' | 'tree' | 'folder' | 'upgrade_folder'>
  readonly #analysis: AnalysisConnection

  constructor(
    deps: Pick<Deps, 'db' | 'now' | 'tree' | 'folder' | 'upgrade_folder'>,
    analysis: AnalysisConnection,
  ) {
    this.#deps = deps
    this.#analysis = analysis
    this.#read() // before the first event and the first call
  }

  /** Whether the guard may still undo what is stored now. */
  onTrial(): boolean {
    return this.#phase === 'trial' || this.#phase === 'back'
  }

  /** The last failed upgrade, if no other has begun since (docs/alarms.md). */
  get failed(): FailedUpgrade | undefined {
    return this.#failed
  }

  /** Must be started after every other part: a heartbeat implies that they have started. */
  start(): void {
    if (this.#deps.upgrade_folder === undefined) return
    this.#timer = setInterval(() => this.#check(), interval_ms)
    this.#timer.unref()
    this.#check()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    this.#read()
    if (this.#phase !== '' && this.#phase !== 'done') this.#beat()
  }

  /**
   * Reads the phase of the guard's state: `requested` before the upgrade begins, empty without an upgrade.
   */
  #read(): void {
    const folder = this.#deps.upgrade_folder
    if (folder === undefined) return
    const text = textOf(join(folder, 'state.json'))
    try {
      const state = text === undefined ? undefined : (JSON.parse(text) as { phase?: unknown })
      this.#phase = state === undefined ? '' : String(state.phase)
      this.#failed = failedUpgradeIn(state)
    } catch {
      return // the guard replaces the file atomically, so an unreadable file was not written by the guard
    }
    if (!this.onTrial() && textOf(join(folder, 'requested')) !== undefined) this.#phase = 'requested'
  }

  #beat(): void {
    const { folder, tree } = this.#deps
    const beat = {
      // The name of the tree: the guard of the previous version judges, and it knows no other.
      version: tree,
      pid: process.pid,
      uptime_s: uptime(),
      database: this.#writesAndReads(),
      analysis: this.#analysis.peer !== null,
    }
    try {
      writeFileSync(join(folder, 'health.json.new'), JSON.stringify(beat), { mode: 0o600 })
      renameSync(join(folder, 'health.json.new'), join(folder, 'health.json'))
    } catch {
      // The disk is full. The guard treats the missing heartbeat as a sign of ill health.
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
