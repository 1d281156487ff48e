/**
 * The MqttPort by mqtt.js. Connection and TLS are made here, to identify the failing step and to verify the
 * broker first; the sender handles queue and reconnection. Long because events become promises here.
 */
import type { IClientOptions, MqttClient } from 'mqtt'
import type { Reach } from '#src/core/outbound/address.ts'
import { openTls } from '#src/core/outbound/trust.ts'
import { tlsErrorIn } from '#src/core/tls-error.ts'
import {
  BrokerError,
  type BrokerConnection,
  type BrokerMessage,
  type BrokerTarget,
  type MqttPort,
} from '#src/ports/mqtt-port.ts'
import { dial, DialError } from '#src/core/outbound/dial.ts'

export type MqttOptions = Reach & {
  /** How long to wait for the connection, and for the confirmation of a message. */
  timeout_ms?: number
}

const keepalive_s = 30
/** Reason codes of MQTT 5 and return codes of MQTT 3.1.1 that blame name, password or rights. */
const sign_in_codes = [4, 5, 134, 135, 138, 140]
/** Number of messages that the broker may send before this device has confirmed the first. */
const receive_maximum = 20

export function mqtt5Broker({ allow_loopback, timeout_ms = 10_000 }: MqttOptions): MqttPort {
  return {
    async connect(place) {
      const socket = await openSecure(place, { allow_loopback }, timeout_ms)
      // Loaded here, so that a device without a broker never loads it.
      const { default: mqtt } = await import('mqtt')
      const client = new mqtt.MqttClient(() => socket, optionsOf(place, timeout_ms))
      return new Promise((resolve, reject) => {
        const early_messages = new EarlyMessages(client)
        const fail = (error: Error) => {
          client.end(true)
          socket.destroy()
          reject(refusal(error))
        }
        client.once('error', fail)
        client.once('close', () => fail(new Error('The broker closed the connection')))
        client.once('connect', (packet) => {
          client.off('error', fail)
          resolve(connectionOver(client, early_messages, packet, timeout_ms))
        })
      })
    },
  }
}

async function openSecure(place: BrokerTarget, reach: Reach, timeout_ms: number) {
  const plain = await dial({ ...place, reach, timeout_ms }).catch((error: unknown) => {
    throw error instanceof DialError ? new BrokerError(error.step, error.message) : error
  })
  plain.setTimeout(timeout_ms, () => plain.destroy(new Error('No answer in time')))
  try {
    const secure = await openTls(plain, place.host, place.trust)
    plain.setTimeout(0)
    return secure
  } catch (error) {
    plain.destroy()
    throw new BrokerError('tls', messageOf(error), tlsErrorIn(error))
  }
}

const optionsOf = (
  { username, password, client_id, session_s, will }: BrokerTarget,
  timeout_ms: number,
): IClientOptions => ({
  protocolVersion: 5,
  clientId: client_id,
  ...(username !== '' && { username }),
  ...(password !== '' && { password }),
  clean: session_s === 0,
  keepalive: keepalive_s,
  reconnectPeriod: 0,
  connectTimeout: timeout_ms,
  resubscribe: false,
  properties: { sessionExpiryInterval: session_s, receiveMaximum: receive_maximum },
  ...(will && {
    will: {
      topic: will.message.topic,
      payload: Buffer.from(will.message.payload),
      qos: 1,
      retain: will.message.retain,
      properties: { willDelayInterval: will.delay_s, contentType: 'application/json' },
    },
  }),
})

/** Holds messages that a kept session delivers before anything is subscribed to. */
class EarlyMessages {
  #kept: [string, Buffer][] = []
  readonly #takers = new Map<string, (payload: Buffer) => void>()
  constructor(client: MqttClient) {
    client.on('message', (topic, payload) => {
      const take = this.#takers.get(topic)
      if (take) take(payload)
      else if (this.#kept.length < 100) this.#kept.push([topic, payload])
    })
  }
  take(topic: string, take: (payload: Buffer) => void): void {
    this.#takers.set(topic, take)
    const kept = this.#kept
    this.#kept = kept.filter(([of]) => of !== topic)
    for (const [of, payload] of kept) if (of === topic) take(payload)
  }
}

type Connack = { sessionPresent: boolean; properties?: { receiveMaximum?: number } }

function connectionOver(
  client: MqttClient,
  early_messages: EarlyMessages,
  { sessionPresent, properties }: Connack,
  timeout_ms: number,
): BrokerConnection {
  let why = new BrokerError('connect', 'The broker closed the connection')
  const ended = new Promise<BrokerError>((resolve) => {
    client.on('error', (error) => (why = new BrokerError('connect', messageOf(error))))
    client.on('disconnect', ({ reasonCode = 0, properties: said }) => {
      const text = said?.reasonString ?? (reasonCode === 142 ? 'Session taken over' : `Reason ${reasonCode}`)
      why = new BrokerError('answer', text)
    })
    client.once('close', () => resolve(why))
  })
  let lost = false
  /** The messages that are not confirmed yet. */
  const open = new Set<(error: BrokerError) => void>()
  void ended.then((error) => {
    lost = true
    for (const reject of open) reject(error)
  })
  return {
    resumed: sessionPresent,
    receive_maximum: properties?.receiveMaximum ?? 65_535,
    ended,
    publish: (message) => {
      if (lost) return Promise.reject(why)
      return published(client, message, open, timeout_ms)
    },
    async subscribe(topic, take) {
      const granted = await Promise.race([
        client.subscribeAsync(topic, { qos: 1 }).catch(() => []),
        ended.then(() => []),
      ])
      early_messages.take(topic, take)
      return granted.some(({ qos }) => qos < 128)
    },
    async close() {
      if (!lost) client.end(false)
      const timer = setTimeout(() => client.end(true), 1_000)
      await ended
      clearTimeout(timer)
    },
  }
}

/** A refusal has a code; any other error ends the connection, and with it the open messages. */
function published(
  client: MqttClient,
  { topic, payload, retain }: BrokerMessage,
  open: Set<(error: BrokerError) => void>,
  timeout_ms: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      fail(new BrokerError('publish', 'No confirmation in time'))
      client.end(true)
    }, timeout_ms)
    const settle = () => {
      clearTimeout(timer)
      open.delete(fail)
    }
    const fail = (error: BrokerError) => {
      settle()
      reject(error)
    }
    open.add(fail)
    client.publish(
      topic,
      payload,
      { qos: 1, retain, properties: { contentType: 'application/json', payloadFormatIndicator: true } },
      (error) => {
        if (error && 'code' in error) return fail(new BrokerError('publish', `${topic}: ${error.message}`))
        if (error) return
        settle()
        resolve()
      },
    )
  })
}

/** Why a connection was not accepted. */
function refusal(error: Error): BrokerError {
  const code = 'code' in error && typeof error.code === 'number' ? error.code : undefined
  if (code === undefined) return new BrokerError('answer', messageOf(error))
  return new BrokerError(sign_in_codes.includes(code) ? 'sign_in' : 'answer', error.message)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
