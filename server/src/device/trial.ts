/**
 * A network change that could lock out the user who makes it is a trial (docs/decisions/0012): the rollback
 * is armed and stored, the call is answered, then the change is made.
 * Long because that order, every outcome and every restart form one state machine.
 */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { log_type, trial_s, type Trial, type TrialStarted } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { RollbackState } from '../ports/network-port.ts'
import { SystemError } from '../ports/system-error.ts'
import { busy, failedBecause, type Refusal } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { arrivedBy, urlsOf } from './trial-addresses.ts'
import { readTrial, writeTrial, type TrialRecord } from './trial-record.ts'

export type TrialPlan = {
  kind: Trial['kind']
  /** Old and new values by field, as the page shows them. Never a secret. */
  before: Record<string, string>
  after: Record<string, string>
  /**
   * Makes the change after the call has been answered. `way` is the rollback that the network port armed;
   * empty for a tunnel, whose rollback is to stop it.
   */
  apply(way: RollbackState): Promise<void>
}

export type TrialOptions = {
  /** Time until an unconfirmed change has been rolled back: the time to confirm, plus the rollback itself. */
  total_ms?: number
  /** Delay between the answer and the change. */
  apply_after_ms?: number
  /** How long a call waits before it is answered. The page's own timeout is 5 s (spec §7). */
  answer_within_ms?: number
  /** Milliseconds of a monotonic clock. */
  steady?: () => number
}

/** The operating system's own rollback, the safety net, fires this much later than the server's. */
const safety_net_ms = 15_000
/**
 * The wait for a confirmation is this much shorter than the trial, or half of a very short trial. A rollback
 * takes time as well (up to 2.2 s measured while the network service restarts), and the old address must
 * answer again within the trial.
 */
const rollback_reserve_ms = 3_000
/** Interval and number of rollback attempts, which outlast the operating system's own rollback. */
const retry_ms = 500
const max_tries = 240

type Needs = Pick<Deps, 'network' | 'vpn' | 'log' | 'findings' | 'folder' | 'now'>
/** A change in progress. `made` resolves when the change has been made, has failed, or is cancelled. */
type PendingChange = { begun: boolean; made: Promise<void>; settle: () => void; timers: NodeJS.Timeout[] }
type Phase =
  | { is: 'idle' }
  | { is: 'beginning'; kind: Trial['kind'] }
  | { is: 'running'; deadline: number; pending: PendingChange }
  | { is: 'keeping' }
  | { is: 'undoing'; undone: Promise<void> }

export class Trials {
  readonly #deps: Needs
  readonly #options: Required<TrialOptions>
  /** How long to wait for a confirmation. */
  readonly #confirm_wait_ms: number
  #record: TrialRecord | undefined
  #phase: Phase = { is: 'idle' }
  #halted = false

  constructor(deps: Needs, options: TrialOptions = {}) {
    this.#deps = deps
    this.#options = {
      total_ms: trial_s * 1000,
      apply_after_ms: 1_000,
      answer_within_ms: 4_000,
      steady: () => performance.now(),
      ...options,
    }
    const { total_ms } = this.#options
    this.#confirm_wait_ms = Math.max(total_ms - rollback_reserve_ms, total_ms / 2)
    this.#record = readTrial(deps)
  }

  /** Whether a trial (of this kind) is active: from before it is armed until it is kept or undone. */
  runs(kind?: Trial['kind']): boolean {
    if (this.#phase.is === 'idle') return false
    return (
      kind === undefined || kind === (this.#phase.is === 'beginning' ? this.#phase.kind : this.#record?.kind)
    )
  }

  /**
   * The running trial, or the result of the last one. While it is being rolled back or kept, it is reported
   * as running with 0 seconds left.
   */
  now(user_id?: number): Trial {
    const record = this.#record
    if (!record)
      return {
        id: '',
        kind: 'ipv4',
        state: 'none',
        reason: '',
        detail: '',
        left_s: 0,
        total_s: Math.ceil(this.#options.total_ms / 1000),
        by: '',
        own: false,
        begun_ms: 0,
        before: {},
        after: {},
        old_url: '',
        new_url: '',
      }
    const { user_id: owner, token_hash: _, way: __, boot: ___, ...shown } = record
    const left_ms =
      this.#phase.is === 'running' ? Math.max(0, this.#phase.deadline - this.#options.steady()) : 0
    return {
      ...shown,
      own: owner === user_id,
      state: record.state === 'keeping' ? 'running' : record.state,
      left_s: Math.ceil(left_ms / 1000),
    }
  }

  /** Starts a trial. Resolves before the change is made. Throws `trial_running` or the error of the port. */
  async begin(context: CallContext, plan: TrialPlan): Promise<TrialStarted> {
    if (this.#phase.is !== 'idle')
      throw failedBecause('trial_running', 'A trial of another network change is running')
    this.#phase = { is: 'beginning', kind: plan.kind }
    const { total_ms } = this.#options
    const { kind, before, after } = plan
    const { username: by, user_id } = context.session
    const confirm_token = randomBytes(32).toString('base64url')
    let way: RollbackState = ''
    try {
      const boot = await this.#deps.network.boot()
      if (kind !== 'vpn') way = await this.#deps.network.arm(Math.ceil((total_ms + safety_net_ms) / 1000))
      this.#write({
        id: randomUUID(),
        kind,
        state: 'running',
        reason: '',
        detail: '',
        total_s: Math.ceil(total_ms / 1000),
        by,
        user_id,
        begun_ms: this.#deps.now(),
        before,
        after,
        ...urlsOf(context, plan),
        way,
        token_hash: digest(confirm_token).toString('hex'),
        boot,
      })
    } catch (error) {
      this.#phase = { is: 'idle' }
      // The rollback was armed, but nothing was changed.
      if (way !== '') await this.#deps.network.undo(way).catch(() => undefined)
      throw error
    }
    this.#run(plan, way)
    this.#deps.log.info(
      { log_type: log_type.service, what: 'trial_begun', ...this.#facts() },
      'a trial of a network change has started',
    )
    return { trial: this.now(user_id), confirm_token }
  }

  /**
   * Keeps the change, for the user who started it. Throws `no_trial`, `wrong_token` or `wrong_way`.
   * Rolls the change back if it cannot be made permanent.
   */
  async confirm(context: CallContext, token: string | undefined): Promise<Trial> {
    const { record, pending } = this.#running()
    // Without a token: the answer that held it was lost, or the user signed in at another browser.
    const good = token === undefined || timingSafeEqual(digest(token), Buffer.from(record.token_hash, 'hex'))
    if (!good || record.user_id !== context.session.user_id)
      throw failedBecause('wrong_token', 'This is not the token of this trial and this user')
    if (arrivedBy('from', context, record))
      throw failedBecause('wrong_way', 'The confirmation came through the address that the change removes')
    const made = await Promise.race([
      pending.made.then(() => true),
      wait(this.#options.answer_within_ms, false, { ref: false }),
    ])
    if (!made) throw busy('The change is still being made', 1)
    if (this.#running().record.id !== record.id) throw noTrial()
    this.#clear()
    this.#phase = { is: 'keeping' }
    try {
      this.#write({ ...record, state: 'keeping' })
      await this.#keep(record)
    } catch (error) {
      await this.#rollBack('not_applied', detailOf(error))
      throw error
    }
    this.#end({ ...record, state: 'confirmed' })
    this.#deps.log.info(
      { log_type: log_type.service, what: 'trial_confirmed', ...this.#facts() },
      'the network change was confirmed',
    )
    return this.now(context.session.user_id)
  }

  /**
   * Rolls the change back. Resolves when that is done, or immediately if the request came by the address that
   * the rollback removes. Throws `no_trial`.
   */
  async cancel(context: CallContext): Promise<Trial> {
    const { record } = this.#running()
    const by_new_address = arrivedBy('to', context, record)
    const undone = this.#rollBack('asked', '', by_new_address ? this.#options.apply_after_ms : 0)
    if (!by_new_address)
      await Promise.race([undone, wait(this.#options.answer_within_ms, undefined, { ref: false })])
    return this.now(context.session.user_id)
  }

  /**
   * Called at the start of the server: undoes the trial that was active when the server ended, or keeps a
   * confirmed trial. Continues in the background if that is slow.
   */
  async start(): Promise<void> {
    const record = this.#record
    if (!record || (record.state !== 'running' && record.state !== 'keeping')) return
    this.#phase = { is: 'keeping' }
    const rebooted = record.boot !== (await this.#deps.network.boot())
    if (record.state === 'keeping' && (await this.#wasKept(record, rebooted))) {
      this.#end({ ...record, state: 'confirmed' })
      this.#deps.log.info(
        { log_type: log_type.service, what: 'trial_confirmed', ...this.#facts() },
        'the network change had been confirmed before the restart',
      )
      return
    }
    await Promise.race([
      this.#rollBack(rebooted ? 'power_cut' : 'crash'),
      wait(this.#options.answer_within_ms, undefined, { ref: false }),
    ])
  }

  /** Stops all timers. An active trial is left to the next start and to the operating system. */
  halt(): void {
    this.#halted = true
    this.#clear()
  }

  /**
   * Undoes an active trial immediately on an orderly stop. The next start records the reason, because only
   * then is it known whether the box restarted.
   */
  async stop(): Promise<void> {
    const running = this.#phase.is === 'running' ? this.#running() : undefined
    this.halt()
    if (!running) return
    await running.pending.made
    await this.#undo(running.record).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'a network change could not be rolled back'),
    )
  }

  #run(plan: TrialPlan, way: RollbackState): void {
    const { apply_after_ms, steady } = this.#options
    const pending: PendingChange = { begun: false, ...deferred(), timers: [] }
    const makeChange = async () => {
      pending.begun = true
      await plan.apply(way).catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, 'a network change could not be made')
        void this.#rollBack('not_applied', detailOf(error))
      })
      pending.settle()
    }
    pending.timers.push(
      setTimeout(() => void makeChange(), apply_after_ms),
      setTimeout(() => void this.#rollBack('silence'), this.#confirm_wait_ms),
    )
    this.#phase = { is: 'running', deadline: steady() + this.#confirm_wait_ms, pending }
  }

  #running(): { record: TrialRecord; pending: PendingChange } {
    if (this.#phase.is !== 'running' || !this.#record) throw noTrial()
    return { record: this.#record, pending: this.#phase.pending }
  }

  #clear(): void {
    if (this.#phase.is !== 'running') return
    const { timers, begun, settle } = this.#phase.pending
    for (const timer of timers) clearTimeout(timer)
    if (!begun) settle()
  }

  /** Resolves when the change is undone. Never rejects. Later callers wait for the same rollback. */
  #rollBack(reason: Trial['reason'], detail = '', after_ms = 0): Promise<void> {
    if (this.#phase.is === 'undoing') return this.#phase.undone
    if (!this.#record || this.#phase.is === 'idle' || this.#halted) return Promise.resolve()
    const made = this.#phase.is === 'running' ? this.#phase.pending.made : Promise.resolve()
    this.#clear()
    const undone = this.#rollBackRecord(this.#record, { reason, detail }, made, after_ms)
    this.#phase = { is: 'undoing', undone }
    return undone
  }

  async #rollBackRecord(
    record: TrialRecord,
    why: Pick<Trial, 'reason' | 'detail'>,
    made: Promise<void>,
    after_ms: number,
  ): Promise<void> {
    // Waits until the change has been made, because otherwise it would overwrite the rollback.
    await Promise.all([made, wait(after_ms)])
    let failure = ''
    for (let tries = 1; ; tries++) {
      failure = await this.#undo(record).then(() => '', detailOf)
      if (this.#halted) return
      if (failure === '' || tries >= max_tries) break
      this.#deps.log.warn({ failure }, 'a network change could not be rolled back yet')
      await wait(retry_ms, undefined, { ref: false })
    }
    this.#end({
      ...record,
      state: 'rolled_back',
      reason: why.reason,
      detail: (why.detail || failure).slice(0, 500),
    })
    const line = {
      log_type: why.reason === 'asked' ? log_type.service : log_type.alarm,
      what: 'trial_rolled_back',
      reason: why.reason,
      ...this.#facts(),
    }
    this.#deps.log.warn(line, 'a network change was rolled back')
  }

  #undo({ kind, way }: TrialRecord): Promise<void> {
    return kind === 'vpn' ? this.#deps.vpn.stop() : this.#deps.network.undo(way)
  }

  async #keep({ kind, way }: TrialRecord): Promise<void> {
    if (kind !== 'vpn') await this.#deps.network.keep(way)
  }

  /**
   * Whether a confirmed change is permanent although the server ended while keeping it. After a restart of
   * the box, only the active configuration shows that.
   */
  async #wasKept(record: TrialRecord, rebooted: boolean): Promise<boolean> {
    if (record.kind === 'vpn') return !rebooted
    try {
      if (!rebooted) await this.#keep(record)
      const now: Record<string, unknown> = await this.#deps.network.read()
      return Object.entries(record.after).every(([field, value]) => now[field] === value)
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a confirmed network change could not be kept')
      return false
    }
  }

  #end(record: TrialRecord): void {
    this.#phase = { is: 'idle' }
    this.#record = { ...record, token_hash: '' }
    try {
      writeTrial(this.#deps.folder, this.#record)
    } catch (error) {
      // The rollback is done. At worst the next start repeats it.
      this.#deps.log.error({ err: error }, 'the result of a trial could not be stored')
    }
  }

  #write(record: TrialRecord): void {
    writeTrial(this.#deps.folder, record)
    this.#record = record
  }

  #facts(): Record<string, string> {
    const { kind, by, before, after, detail } = this.#record ?? this.now()
    const line = (values: Record<string, string>) => Object.values(values).filter(Boolean).join(' / ')
    return { kind, by, old: line(before), new: line(after), ...(detail && { detail }) }
  }
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest()
const noTrial = (): Refusal => failedBecause('no_trial', 'No trial of a network change is running')

function detailOf(error: unknown): string {
  if (error instanceof SystemError) return error.detail || error.message
  return error instanceof Error ? error.message : String(error)
}

function deferred(): { made: Promise<void>; settle: () => void } {
  let settle: () => void = () => undefined
  const made = new Promise<void>((resolve) => (settle = resolve))
  return { made, settle }
}
