/**
 * Sends the audit to a syslog server as it is written. The chain is the queue: only the position sent so far
 * is stored. Syslog has no acknowledgement, so after a lost connection the newest are sent again.
 * Long because one loop owns the connection, its state and the waiting callers.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { deviceSentence, log_type, type Answer } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { backoff, type Random } from '#src/core/flow/retry-backoff.ts'
import type { Part } from '#src/core/part.ts'
import { SyslogError, type SyslogConnection, type SyslogEnd } from '#src/ports/syslog-port.ts'
import type { AuditChain } from '../audit/chain.ts'
import { linksAfter } from '../audit/chain.store.ts'
import { readLink } from '../audit/verify-file.ts'
import { deviceMessage, headMessage, linkMessage, message_sizes, type Origin } from './syslog-message.ts'
import {
  deviceRowsAfter,
  writeSyslogProgress,
  syslogProgress,
  syslogSettings,
  type SyslogProgress,
  type SyslogSettings,
} from './syslog.store.ts'

export type SyslogOptions = {
  head_every_ms?: number
  first_delay_ms?: number
  max_delay_ms?: number
  /** A connection that lasted longer than this resets the count of failures. */
  proven_ms?: number
  /** What was sent this long before the server closed in order has arrived. */
  settled_ms?: number
  /** The clock of what was sent, in milliseconds, which never goes back. */
  mono?: () => number
  random?: Random
}
type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'host' | 'syslog'> & { audit_chain: AuditChain }
type State = Pick<Answer<'syslog_state'>, 'state' | 'since_ms' | 'sent_ms' | 'failed' | 'tls' | 'said'>

const batch_size = 100
/**
 * Messages sent within this time before a connection broke may not have arrived: Linux repeats them for more
 * than 15 minutes on a connection that a NAT has forgotten (`tcp_retries2`), before it reports an error.
 */
const unconfirmed_ms = 1_200_000
/** Delay before the last batch to the former server: the row of a settings change is written after it. */
const last_batch_delay_ms = 300
/** How long to wait at most until the server has closed its side. */
const closed_ms = 1_000

/** How long a server counts as one that takes no longer messages. */
const size_counts_ms = 86_400_000

/** What is said of messages of at most this length. */
export const cutTo = (bytes: number): string =>
  bytes === message_sizes[0] ? '' : deviceSentence('syslog_cut', { bytes })

export class SyslogSender implements Part {
  readonly #deps: Needs
  readonly #options: Required<SyslogOptions>
  #state: State = { state: 'off', since_ms: null, sent_ms: null, failed: null, tls: null, said: '' }
  #was_up: boolean | undefined
  #failures = 0
  /** Which of the sizes the server takes, and since when that is known. */
  #size = { at: 0, since: 0 }
  #stopped = true
  #changed = false
  #wake: () => void = () => undefined
  #work: Promise<void> | undefined
  /** Settles when the connection of the sender is closed. */
  #session: Promise<void> | undefined
  /** Number of tests that run or wait. */
  #tests = 0
  #unsubscribe: (() => void) | undefined

  constructor(deps: Needs, options: SyslogOptions = {}) {
    this.#deps = deps
    this.#options = {
      head_every_ms: 600_000,
      first_delay_ms: 2_000,
      max_delay_ms: 300_000,
      proven_ms: 10_000,
      settled_ms: 3_000,
      mono: () => performance.now(),
      random: Math.random,
      ...options,
    }
  }

  start(): void {
    this.#stopped = false
    this.#unsubscribe = this.#deps.audit_chain.subscribe(() => this.#wake())
    this.#work = this.#run().catch((error: unknown) => this.#deps.log.error({ err: error }, 'syslog ended'))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe?.()
    this.#wake()
    await this.#work
  }

  /** Applies changed settings. Audit rows written so far are still sent to the former server. */
  changed(): void {
    this.#changed = true
    this.#size = { at: 0, since: 0 }
    this.#wake()
  }

  /** Runs a test in the place of the sender: a server may accept one connection of this device. */
  async stepAside<T>(work: () => Promise<T>): Promise<T> {
    this.#tests += 1
    this.changed()
    try {
      if (this.#state.state === 'sending') await this.#session?.catch(() => undefined)
      return await work()
    } finally {
      this.#tests -= 1
      this.changed()
    }
  }

  state(): Answer<'syslog_state'> {
    const { audit_chain, db } = this.#deps
    const head = audit_chain.head()
    const { seq } = syslogProgress(db, head.chain_id)
    return { ...this.#state, sent: seq, waiting: Math.max(0, head.seq - seq) }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#changed = false
      const settings = syslogSettings(this.#deps.db)
      if (!settings.enabled) {
        this.#enter({ state: 'off', failed: null, tls: null, said: '' })
        this.#was_up = undefined
        await this.#waitForWake()
        continue
      }
      if (this.#tests > 0) {
        await this.#waitForWake()
        continue
      }
      const began = performance.now()
      try {
        if (this.#state.state !== 'sending')
          this.#enter({ state: this.#was_up === false ? 'failing' : 'connecting' })
        await (this.#session = this.#connected(settings))
        this.#failures = 0
      } catch (error) {
        if (this.#tests > 0) continue
        this.#failures = performance.now() - began > this.#options.proven_ms ? 1 : this.#failures + 1
        this.#fail(error)
        await this.#pause()
      }
    }
  }

  async #connected(settings: SyslogSettings): Promise<void> {
    const connection = await this.#deps.syslog.connect(settings)
    const { host_sn } = await this.#deps.host.identity()
    if (this.#options.mono() - this.#size.since > size_counts_ms) this.#size = { at: 0, since: 0 }
    const max_bytes = message_sizes[this.#size.at]!
    const origin = { host_sn, pid: process.pid, enterprise: settings.enterprise, max_bytes }
    try {
      await this.#sendOver(connection, origin, settings.events)
    } finally {
      connection.close()
      // The connection of a test is another one for the server until it has closed this one.
      if (this.#tests > 0) await Promise.race([connection.ended, delay(closed_ms)])
    }
  }

  /**
   * Returns when the settings change, the sender stops, or the server closes an idle connection, as HAProxy
   * does after 50 s; rejects when the connection is lost otherwise.
   */
  async #sendOver(connection: SyslogConnection, origin: Origin, events: boolean): Promise<void> {
    const { audit_chain, db, now } = this.#deps
    const link: { ended?: SyslogEnd } = {}
    void connection.ended.then((how) => {
      link.ended = how
      this.#wake()
    })
    const { mono } = this.#options
    const began = mono()
    let progress = syslogProgress(db, audit_chain.head().chain_id)
    /** The progress on this connection, each with the time when it was reached. */
    const sent: [number, SyslogProgress][] = [[-Infinity, progress]]
    let head_at = -Infinity
    let last_batch = false
    /** When a message was sent that is longer than the next size allows. */
    let long_at = -Infinity
    const shorter = message_sizes[this.#size.at + 1] ?? Infinity
    try {
      for (;;) {
        await audit_chain.caughtUp()
        const due = performance.now() - head_at >= this.#options.head_every_ms
        const head = audit_chain.head()
        if (head.chain_id !== progress.chain_id) progress = { ...progress, chain_id: head.chain_id, seq: 0 }
        const links = linksAfter(audit_chain.reader(), progress.seq, batch_size)
        const rows = deviceRowsAfter(db, progress.log_id, batch_size, events)
        const messages = [
          ...(due ? [headMessage(origin, head, now())] : []),
          ...links.map((link) => linkMessage(origin, head.chain_id, readLink(link))),
          ...rows.map((row) => deviceMessage(origin, row)),
        ]
        if (messages.some(({ length }) => length > shorter)) long_at = mono()
        if (messages.length > 0) await connection.send(messages)
        if (link.ended) throw link.ended.error
        if (due) head_at = performance.now()
        if (links.length > 0 || rows.length > 0) {
          progress = {
            ...progress,
            seq: links.at(-1)?.seq ?? progress.seq,
            log_id: rows.at(-1)?.id ?? progress.log_id,
          }
          sent.push([mono(), progress])
          while ((sent[1]?.[0] ?? Infinity) < mono() - unconfirmed_ms) sent.shift()
          writeSyslogProgress(db, progress, now())
        }
        this.#succeed(messages.length > 0)
        if (links.length === batch_size || rows.length === batch_size) continue
        if (this.#stopped) return
        if (this.#changed && last_batch) return
        if (this.#changed) {
          last_batch = true
          await delay(last_batch_delay_ms)
          continue
        }
        await this.#waitForWake(this.#options.head_every_ms)
      }
    } catch (error) {
      if (
        error instanceof SyslogError &&
        error.step === 'send' &&
        long_at > mono() - this.#options.settled_ms
      )
        this.#size = { at: this.#size.at + 1, since: mono() }
      // A system whose program closes with unread data breaks the connection: in order means it was read.
      const doubtful_ms = link.ended?.in_order ? this.#options.settled_ms : unconfirmed_ms
      const since = mono() - doubtful_ms
      const confirmed = sent.findLast(([at]) => at < since)?.[1]
      if (link.ended?.in_order && began < since && confirmed === sent.at(-1)?.[1]) return
      if (confirmed) writeSyslogProgress(db, confirmed, now())
      throw error
    }
  }

  #succeed(wrote: boolean): void {
    this.#enter({
      state: 'sending',
      failed: null,
      tls: null,
      said: cutTo(message_sizes[this.#size.at]!),
      ...(wrote ? { sent_ms: this.#deps.now() } : {}),
    })
    if (this.#was_up !== true && this.#failures < 3) {
      this.#was_up = true
      this.#deps.log.info(
        { log_type: log_type.service, what: 'syslog_up' },
        'the syslog server takes the audit',
      )
    }
  }

  #fail(error: unknown): void {
    const { step, tls, message } =
      error instanceof SyslogError ? error : new SyslogError('send', deviceSentence('request_not_made'))
    this.#enter({ state: 'failing', failed: step, tls: tls ?? null, said: message.slice(0, 2000) })
    if (this.#was_up === false || (step === 'send' && this.#failures < 3)) return
    this.#was_up = false
    this.#deps.log.warn(
      {
        log_type: log_type.service,
        what: 'syslog_down',
        step,
        ...(tls ? { tls } : {}),
        said: message.slice(0, 400),
      },
      'the audit does not reach the syslog server; it waits on the device',
    )
  }

  #enter(next: Partial<State> & Pick<State, 'state'>): void {
    const since_ms = next.state === this.#state.state ? this.#state.since_ms : this.#deps.now()
    this.#state = { ...this.#state, since_ms, ...next }
  }

  /** Waits before the next attempt. A settings change ends the wait early. */
  async #pause(): Promise<void> {
    const { first_delay_ms, max_delay_ms, random } = this.#options
    const until_ms =
      performance.now() + first_delay_ms / 2 + backoff(this.#failures, first_delay_ms, max_delay_ms, random)
    while (!this.#stopped && !this.#changed) {
      const left = until_ms - performance.now()
      if (left <= 0) return
      await this.#waitForWake(left)
    }
  }

  /** Resolves at the next `#wake`, or after `ms`. */
  #waitForWake(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopped || this.#changed) return resolve()
      const timer = ms === undefined ? undefined : setTimeout(() => this.#wake(), ms)
      this.#wake = () => {
        clearTimeout(timer)
        this.#wake = () => undefined
        resolve()
      }
    })
  }
}
