/**
 * The MqttPort by mqtt.js. Connection and TLS are made here, to identify the failing step and to verify the
 * broker first; the sender handles queue and reconnection. Long because events become promises here.
 */
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { IClientOptions, IConnackPacket, IDisconnectPacket, MqttClient } from 'mqtt'
import { deviceSentence } from '@parking/contract'
import type { Reach } from '#src/core/outbound/address.ts'
import { dial, DialError } from '#src/core/outbound/dial.ts'
import { openTls } from '#src/core/outbound/trust.ts'
import { tlsErrorIn, tlsErrorOf, tlsSaid } from '#src/core/tls-error.ts'
import {
  BrokerError,
  type BrokerConnection,
  type BrokerMessage,
  type BrokerTarget,
  type MqttPort,
} from '#src/ports/mqtt-port.ts'
import { codeSaid, errorSaid, isSignIn } from './broker-words.ts'

export type MqttOptions = Reach & {
  /** How long to wait for the connection, and for the confirmation of a message. */
  timeout_ms?: number
}

const keepalive_s = 30
/** Number of messages that the broker may send before this device has confirmed the first. */
const receive_maximum = 20
/** More than the fields and properties of a published message take beside topic and payload. */
const publish_bytes = 32

/** How a connection is asked for: without what the broker has refused. */
type Manner = { version: 5 | 4; retain: boolean }

/** A connection that was not accepted. `code`: as the broker said; none if it closed without an answer. */
class NotAccepted extends BrokerError {
  readonly code: number | undefined
  constructor(said: string, code?: number) {
    super(code !== undefined && isSignIn(code) ? 'sign_in' : 'answer', said)
    this.code = code
  }
}

export function mqtt5Broker({ timeout_ms = 10_000, ...reach }: MqttOptions): MqttPort {
  const attempt = async (place: BrokerTarget, manner: Manner): Promise<BrokerConnection> => {
    const socket = await openSecure(place, reach, timeout_ms)
    // Loaded here, so that a device without a broker never loads it.
    const { default: mqtt } = await import('mqtt')
    const client = new mqtt.MqttClient(() => socket, optionsOf(place, manner, timeout_ms))
    return accepted(client, socket, place, manner, timeout_ms)
  }
  return {
    async connect(place) {
      let manner: Manner = { version: 5, retain: true }
      let first: unknown
      for (;;) {
        try {
          return await attempt(place, manner)
        } catch (error) {
          first ??= error
          const next = error instanceof NotAccepted ? easier(manner, error.code, place) : undefined
          // The answer to the first attempt says more than a second one that was cut off.
          if (!next) throw error instanceof NotAccepted && error.code === undefined ? first : error
          manner = next
        }
      }
    },
  }
}

/**
 * What to ask for after this refusal; undefined if nothing else may be accepted. A broker that closes without
 * an answer may mind the version or the retained will (3.1.1 has no code for it).
 */
function easier(manner: Manner, code: number | undefined, { will }: BrokerTarget): Manner | undefined {
  const retained = manner.retain && will?.message.retain === true
  if (code === 154 && retained) return { ...manner, retain: false }
  const older = code === undefined || code === 1 || code === 132
  if (older && manner.version === 5) return { ...manner, version: 4 }
  return code === undefined && retained ? { version: 5, retain: false } : undefined
}

async function openSecure(place: BrokerTarget, reach: Reach, timeout_ms: number): Promise<Socket> {
  const plain = await dial({ ...place, reach, timeout_ms }).catch((error: unknown) => {
    throw error instanceof DialError ? new BrokerError(error.step, error.message) : error
  })
  try {
    return await openTls(plain, place.host, place.trust, { timeout_ms })
  } catch (error) {
    plain.destroy()
    throw new BrokerError('tls', tlsSaid(error), tlsErrorIn(error))
  }
}

const optionsOf = (
  { username, password, client_id, session_s, will }: BrokerTarget,
  { version, retain }: Manner,
  timeout_ms: number,
): IClientOptions => ({
  protocolVersion: version,
  clientId: client_id,
  ...(username !== '' && { username }),
  ...(password !== '' && { password }),
  clean: session_s === 0,
  keepalive: keepalive_s,
  reconnectPeriod: 0,
  connectTimeout: timeout_ms,
  resubscribe: false,
  ...(version === 5 && {
    properties: { sessionExpiryInterval: session_s, receiveMaximum: receive_maximum },
  }),
  ...(will && {
    will: {
      topic: will.message.topic,
      payload: Buffer.from(will.message.payload),
      qos: 1,
      retain: will.message.retain && retain,
      ...(version === 5 && {
        properties: { willDelayInterval: will.delay_s, contentType: 'application/json' },
      }),
    },
  }),
})

/** Resolves when the broker has accepted the connection; rejects with a NotAccepted. */
function accepted(
  client: MqttClient,
  socket: Socket,
  place: BrokerTarget,
  manner: Manner,
  timeout_ms: number,
): Promise<BrokerConnection> {
  return new Promise((resolve, reject) => {
    const early_messages = new EarlyMessages(client)
    let answered: IConnackPacket['properties']
    const end = (error: BrokerError) => {
      place.signal?.removeEventListener('abort', given_up)
      client.end(true)
      socket.destroy()
      reject(error)
    }
    const given_up = () => end(new NotAccepted(deviceSentence('given_up'), 0))
    const failed = (error: unknown) => {
      const code = (error as { code?: unknown }).code
      if (typeof code === 'number') return end(new NotAccepted(codeSaid(code, answered), code))
      // With TLS 1.3 a broker refuses a client only after the handshake.
      const tls = tlsErrorOf(String(code))
      if (tls !== 'other') return end(new BrokerError('tls', tlsSaid(error), tls))
      // A connection that breaks here was closed by a broker that does not answer what it refuses.
      end(new NotAccepted(errorSaid(error), typeof code === 'string' ? undefined : 0))
    }
    place.signal?.addEventListener('abort', given_up)
    client.on('packetreceive', (packet) => {
      if (packet.cmd === 'connack') answered = packet.properties
    })
    // A broker may say why it closes even before it has accepted the connection.
    const sent_away = ({ reasonCode = 0, properties }: IDisconnectPacket) =>
      end(new NotAccepted(codeSaid(reasonCode, properties), reasonCode))
    client.on('disconnect', sent_away)
    client.on('error', failed)
    client.once('close', () => end(new NotAccepted(deviceSentence('mqtt_closed'))))
    client.once('connect', (packet) => {
      if (packet.properties?.maximumQoS === 0) return end(new NotAccepted(deviceSentence('mqtt_no_qos'), 155))
      place.signal?.removeEventListener('abort', given_up)
      client.off('disconnect', sent_away)
      client.off('error', failed)
      resolve(connectionOver(client, early_messages, packet, { place, manner, timeout_ms }))
    })
  })
}

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

type Asked = { place: BrokerTarget; manner: Manner; timeout_ms: number }

function connectionOver(
  client: MqttClient,
  early_messages: EarlyMessages,
  { sessionPresent, properties = {} }: IConnackPacket,
  { place, manner, timeout_ms }: Asked,
): BrokerConnection {
  let why = new BrokerError('connect', deviceSentence('mqtt_closed'))
  const ended = new Promise<BrokerError>((resolve) => {
    client.on('error', (error) => (why = new BrokerError('connect', errorSaid(error))))
    client.on('disconnect', ({ reasonCode = 0, properties: said }) => {
      why = new BrokerError('answer', codeSaid(reasonCode, said))
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
  const topics: string[] = []
  const max_packet = properties.maximumPacketSize ?? Infinity
  const retains = manner.retain && properties.retainAvailable !== false
  const kept_s = properties.sessionExpiryInterval ?? place.session_s
  const maxPayload = (topic: string) => max_packet - Buffer.byteLength(topic) - publish_bytes
  return {
    resumed: sessionPresent,
    client_id: properties.assignedClientIdentifier ?? place.client_id,
    receive_maximum: properties.receiveMaximum ?? 65_535,
    retains,
    keeps_session: kept_s > 0,
    mqtt_3: manner.version === 4,
    maxPayload,
    ended,
    publish: async (message) => {
      if (lost) throw why
      const { topic, payload, retain } = message
      if (payload === '' && retain && !retains) return // there is nothing to clear
      const [bytes, limit] = [Buffer.byteLength(payload), maxPayload(topic)]
      if (bytes > limit)
        throw new BrokerError('publish', deviceSentence('mqtt_message_large', { bytes, limit }))
      await published(client, { ...message, retain: retain && retains }, manner, open, timeout_ms)
    },
    async subscribe(topic, take) {
      early_messages.take(topic, take)
      topics.push(topic)
      const late = new AbortController()
      const granted = await Promise.race([
        client.subscribeAsync(topic, { qos: 1 }).catch(() => []),
        // Some brokers answer nothing if they do not allow a subscription; others close the connection.
        delay(timeout_ms, [], { signal: late.signal }).catch(() => []),
        ended.then((): [] => []),
      ])
      late.abort()
      if (lost) throw why
      return granted.some(({ qos }) => qos < 128)
    },
    async close({ forget } = { forget: false }) {
      // MQTT 3.1.1 cannot end a session, so it is left without subscriptions.
      if (!lost && forget && manner.version === 4)
        await Promise.race([client.unsubscribeAsync(topics).catch(() => undefined), ended])
      if (!lost)
        client.end(false, forget && manner.version === 5 ? { properties: { sessionExpiryInterval: 0 } } : {})
      // The library waits for every answer, also for those that never come.
      const timer = setTimeout(() => client.stream.destroy(), 1_000)
      await ended
      clearTimeout(timer)
    },
  }
}

/** A refusal has a code; any other error ends the connection, and with it the open messages. */
function published(
  client: MqttClient,
  { topic, payload, retain }: BrokerMessage,
  { version }: Manner,
  open: Set<(error: BrokerError) => void>,
  timeout_ms: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      fail(new BrokerError('publish', deviceSentence('mqtt_unconfirmed', { topic })))
      client.end(true)
    }, timeout_ms)
    const settle = () => {
      clearTimeout(timer)
      open.delete(lost)
    }
    const fail = (error: BrokerError) => {
      settle()
      reject(error)
    }
    // Brokers of MQTT 3.1.1 have no other way to refuse a message (3.1.1, section 3.3.5).
    const lost = (error: BrokerError) =>
      fail(
        error.message === deviceSentence('mqtt_closed')
          ? new BrokerError('publish', deviceSentence('mqtt_closed_at', { topic }))
          : error,
      )
    open.add(lost)
    client.publish(
      topic,
      payload,
      {
        qos: 1,
        retain,
        ...(version === 5 && {
          properties: { contentType: 'application/json', payloadFormatIndicator: true },
        }),
      },
      (error, packet) => {
        const code = error && 'code' in error ? error.code : undefined
        if (typeof code === 'number') {
          const said = codeSaid(code, (packet as { properties?: object } | undefined)?.properties)
          return fail(new BrokerError('publish', deviceSentence('mqtt_refused', { topic, said })))
        }
        if (error) return
        settle()
        resolve()
      },
    )
  })
}
