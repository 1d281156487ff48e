/**
 * Publishes to the MQTT broker: the messages of the outbox, each until it is confirmed, and the current
 * states. A message whose confirmation was lost is published again with the same bytes. Long because one loop
 * owns the connection and what was published over it.
 */
import { mqtt_request, type Answer, type Params } from '@parking/contract'
import { backoff, type Random } from '../core/flow/retry-backoff.ts'
import { createSemaphore } from '../core/flow/semaphore.ts'
import type { Part } from '../core/part.ts'
import { readParam } from '../params/param.store.ts'
import type { BrokerConnection, BrokerMessage } from '../ports/mqtt-port.ts'
import { ConnectionReport } from './connection-report.ts'
import {
  clientId,
  emptied,
  healthMessage,
  lotMessages,
  presentStatus,
  queuedMessage,
  type Sender,
} from './messages.ts'
import { batch_size, openSession, senderOf, type MqttNeeds } from './open-session.ts'
import {
  countWaitingMessages,
  followChanges,
  forgetMessages,
  forgetRetained,
  markSent,
  mqttTally,
  noteRetained,
  retainedTopics,
  sendAgain,
  waitingMessages,
} from './outbox.store.ts'
import { publishInOrder } from './publish-in-order.ts'

export type MqttOptions = {
  first_delay_ms?: number
  max_delay_ms?: number
  /** Poll interval for changes that the bus does not report at once. */
  poll_ms?: number
  /** A connection that lasted this long counts as working. */
  proven_ms?: number
  random?: Random
}
type Param = Params['mqtt_param']

const day_ms = 86_400_000
/** How long messages are kept: sent ones for requests, waiting ones because a plate is personal. */
const [keep_sent_ms, keep_waiting_ms] = [7 * day_ms, 30 * day_ms]
const tidy_ms = 3_600_000
const end_ms = 2_000
/** Maximum number of messages of one request. */
const max_again = 10_000

export class MqttSender implements Part {
  readonly #deps: MqttNeeds
  readonly #options: Required<MqttOptions>
  readonly #report: ConnectionReport
  #applied = ''
  #failures = 0
  #stopped = true
  #changed = false
  #lots_changed = false
  #wake: () => void = () => undefined
  #work: Promise<void> | undefined
  #connection: BrokerConnection | undefined
  #connecting: AbortController | undefined
  #tidied_ms = -Infinity
  /** Settles when the sender has no connection any more. */
  #session: Promise<void> | undefined
  readonly #one_test = createSemaphore(1)
  /** Number of tests that run or wait. */
  #tests = 0
  #unsubscribe: (() => void)[] = []

  constructor(deps: MqttNeeds, options: MqttOptions = {}) {
    this.#deps = deps
    this.#report = new ConnectionReport(deps)
    this.#options = {
      first_delay_ms: 1_000,
      max_delay_ms: 300_000,
      poll_ms: 2_000,
      proven_ms: 10_000,
      random: Math.random,
      ...options,
    }
  }

  /** Call before the first event of this process, so that none is left out. */
  start(): void {
    this.#stopped = false
    const { bus, db, log } = this.#deps
    const param = this.#param()
    this.#applied = JSON.stringify(param)
    followChanges(db, param)
    this.#report.dropped()
    const wake = () => this.#wake()
    const lots = () => {
      this.#lots_changed = true
      this.#wake()
    }
    this.#unsubscribe = [
      bus.subscribe('params', () => this.#renew()),
      bus.subscribe('queue', wake),
      bus.subscribe('ready', wake),
      bus.subscribe('lots', lots),
      bus.subscribe('config', lots),
    ]
    this.#work = this.#run().catch((error: unknown) => log.error({ err: error }, 'MQTT ended'))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    const timer = this.#endConnection()
    await this.#work
    clearTimeout(timer)
  }

  state(): Answer<'mqtt_state'> {
    const { db } = this.#deps
    return { ...this.#report.state, ...countWaitingMessages(db), ...mqttTally(db) }
  }

  /**
   * Runs a test in the place of the sender, which has no connection meanwhile and handles the requests that
   * arrive. One test runs at a time.
   */
  async stepAside<T>(work: (take_request: (payload: Buffer) => void) => Promise<T>): Promise<T> {
    this.#tests += 1
    const timer = this.#endConnection()
    const release = await this.#one_test.acquire()
    try {
      await this.#session?.catch(() => undefined)
      clearTimeout(timer)
      return await work((payload) => this.#resend(payload))
    } finally {
      this.#tests -= 1
      release()
      this.#restart()
    }
  }

  /** A broker that no longer confirms messages must not delay this: the connection is closed in time. */
  #endConnection(): NodeJS.Timeout {
    this.#restart()
    this.#connecting?.abort()
    return setTimeout(() => void this.#connection?.close(), end_ms)
  }

  #param(): Param {
    return readParam(this.#deps, 'mqtt_param')
  }

  /** Applies new MQTT settings; called when any group of parameters changed. */
  #renew(): void {
    const param = this.#param()
    const text = JSON.stringify(param)
    if (text === this.#applied) return
    this.#applied = text
    followChanges(this.#deps.db, param)
    this.#failures = 0
    this.#restart()
  }

  #restart(): void {
    this.#changed = true
    this.#wake()
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#changed = false
      const param = this.#param()
      this.#tidy()
      if (this.#tests > 0) {
        await this.#sleep(tidy_ms)
        continue
      }
      if (!param.enabled || param.broker === '') {
        this.#report.off()
        await this.#sleep(tidy_ms)
        continue
      }
      const began = performance.now()
      try {
        await (this.#session = this.#connected(param))
        this.#failures = 0
      } catch (error) {
        if (this.#stopped) return
        if (this.#tests > 0) continue
        this.#failures = performance.now() - began > this.#options.proven_ms ? 1 : this.#failures + 1
        this.#report.down(error)
        this.#tidy()
        await this.#pause()
      }
    }
  }

  /** Returns when the settings change or the sender stops; rejects when the connection is lost. */
  async #connected(param: Param): Promise<void> {
    const { host, now } = this.#deps
    const { host_sn } = await host.identity()
    const sender = senderOf(param, host_sn)
    const since = now()
    this.#report.connecting(sender.base, clientId(param, host_sn))
    this.#connecting = new AbortController()
    const { connection, notes } = await openSession(this.#deps, param, {
      since,
      client_id: clientId(param, host_sn),
      take_request: (payload) => this.#resend(payload),
      signal: this.#connecting.signal,
    })
    this.#connecting = undefined
    this.#connection = connection
    const link = { ended: false }
    void connection.ended.then(() => {
      link.ended = true
      this.#wake()
    })
    try {
      await publishInOrder(connection, [presentStatus(this.#deps, sender, 'connected', since)])
      this.#report.up(connection, notes)
      await this.#publish(connection, param, sender, link)
      const last = presentStatus(this.#deps, sender, this.#param().enabled ? 'stopped' : 'off', since)
      if (this.#tests === 0 || this.#stopped) await publishInOrder(connection, [last])
    } finally {
      await connection.close()
    }
  }

  async #publish(
    connection: BrokerConnection,
    param: Param,
    sender: Sender,
    link: { ended: boolean },
  ): Promise<void> {
    /** The retained message of each lot, as far as this connection has published it. */
    const lots = new Map<string, string>()
    let health_at = -Infinity
    this.#lots_changed = true
    while (!this.#stopped && !this.#changed) {
      if (link.ended) throw await connection.ended
      if (this.#lots_changed) {
        this.#lots_changed = false
        await this.#publishLots(connection, param.send_lots ? lotMessages(this.#deps, sender) : [], lots)
      }
      const health_ms = param.health_seconds * 1000
      if (param.send_health && performance.now() - health_at >= health_ms) {
        health_at = performance.now()
        await publishInOrder(connection, [await healthMessage(this.#deps, sender, connection.maxPayload)])
        this.#tidy()
      }
      if ((await this.#publishWaiting(connection, sender)) > 0) continue
      await this.#sleep(this.#options.poll_ms)
    }
  }

  /** Publishes the lots that differ, and clears the retained messages of lots that are gone. */
  async #publishLots(
    connection: BrokerConnection,
    messages: readonly BrokerMessage[],
    published: Map<string, string>,
  ): Promise<void> {
    const { db } = this.#deps
    const there = new Set(messages.map(({ topic }) => topic))
    const gone = retainedTopics(db).filter((topic) => !there.has(topic))
    const fresh = messages.filter(({ topic, payload }) => published.get(topic) !== payload)
    noteRetained(
      db,
      fresh.map(({ topic }) => topic),
    )
    await publishInOrder(connection, [...gone.map(emptied), ...fresh])
    forgetRetained(db, gone)
    for (const topic of gone) published.delete(topic)
    for (const { topic, payload } of fresh) published.set(topic, payload)
  }

  /** Publishes the next messages of the outbox in order, and returns their number. */
  async #publishWaiting(connection: BrokerConnection, sender: Sender): Promise<number> {
    const { db, now } = this.#deps
    const rows = waitingMessages(db, batch_size)
    if (rows.length === 0) return 0
    const confirmed: number[] = []
    try {
      await publishInOrder(
        connection,
        rows.map((row) => queuedMessage(sender, row)),
        (at) => confirmed.push(rows[at]!.seq),
      )
    } finally {
      if (confirmed.length > 0) markSent(db, confirmed, now())
    }
    return rows.length
  }

  /**
   * Handles a receiver's request for missed messages. Ignores anything that is not a request, because anyone
   * may publish there.
   */
  #resend(payload: Buffer): void {
    const read = mqtt_request.safeParse(jsonIn(payload))
    if (!read.success) return
    const messages = sendAgain(this.#deps.db, read.data, max_again)
    if (messages === 0) return
    this.#report.resend(messages, read.data)
    this.#wake()
  }

  /** Deletes messages that are too old, and reports those that were deleted unsent since the last time. */
  #tidy(): void {
    const { db, now } = this.#deps
    if (performance.now() - this.#tidied_ms >= tidy_ms) {
      this.#tidied_ms = performance.now()
      forgetMessages(db, now() - keep_sent_ms, now() - keep_waiting_ms)
    }
    this.#report.dropped()
  }

  /** Waits before the next attempt; a change of the settings ends it early. */
  async #pause(): Promise<void> {
    const { first_delay_ms, max_delay_ms, random } = this.#options
    const until_ms =
      performance.now() + first_delay_ms / 2 + backoff(this.#failures, first_delay_ms, max_delay_ms, random)
    while (!this.#stopped && !this.#changed) {
      const left = until_ms - performance.now()
      if (left <= 0) return
      await this.#sleep(left)
    }
  }

  /** Resolves when woken, or after a time. */
  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopped || this.#changed) return resolve()
      const timer = setTimeout(() => this.#wake(), ms)
      this.#wake = () => {
        clearTimeout(timer)
        this.#wake = () => undefined
        resolve()
      }
    })
  }
}

function jsonIn(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}
