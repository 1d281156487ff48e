/** Debian's Mosquitto over TLS with passwords and an ACL, and a receiver that removes duplicates. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectTcp, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import { run, unpackDebian } from '../debian.ts'
import { issue } from '../tls/authority.ts'
import { until } from '../until.ts'

const unpacked = await unpackDebian('mosquitto', ['mosquitto'])
const program = unpacked?.program('mosquitto')
/** Without Debian's packages the tests with a broker are skipped. */
export const missing = unpacked === undefined || program === undefined

export const broker_user = { username: 'box', password: 'Kerb box 2026' }
const receiver_user = { username: 'receiver', password: 'Receiver 2026' }
const now = Date.now()
export const authority = issue('A private authority', now, { ca: true })

export type Broker = {
  port: number
  start(): Promise<void>
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the broker, which keeps sessions and retained messages on the disk; `more` adds settings, `writes`
 * limits the topics below `parking/` to which the box may publish.
 */
export async function openBroker(more = '', writes = ['#']): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'parking-mqtt-'))
  const port = await freePort()
  const own = issue('localhost', now, { names: ['localhost'] }, authority)
  const file = (name: string) => join(folder, name)
  for (const [name, text] of [
    ['server.pem', own.cert],
    ['server.key', own.key_pem],
    ['passwords', [broker_user, receiver_user].map((one) => `${one.username}:${one.password}\n`).join('')],
    [
      'acl',
      'user box\ntopic read parking/#\n' +
        writes.map((topic) => `topic write parking/${topic}\n`).join('') +
        '\nuser receiver\ntopic readwrite parking/#\n',
    ],
    [
      'mosquitto.conf',
      `user root
listener ${port} 127.0.0.1
certfile ${file('server.pem')}
keyfile ${file('server.key')}
allow_anonymous false
password_file ${file('passwords')}
acl_file ${file('acl')}
persistence true
persistence_location ${folder}/
autosave_on_changes true
autosave_interval 1
max_queued_messages 0
${more}
`,
    ],
  ] as const)
    writeFileSync(file(name), text, { mode: 0o600 })
  const hashed = await run(unpacked?.program('mosquitto_passwd') ?? '', ['-U', file('passwords')], {
    env: unpacked?.env,
  })
  if (hashed.code !== 0) throw new Error(hashed.output)
  let child: ChildProcess | undefined
  const broker: Broker = {
    port,
    async start() {
      if (child && child.exitCode === null && child.signalCode === null) return
      child = spawn(program ?? '', ['-c', file('mosquitto.conf')], {
        stdio: ['ignore', 'ignore', 'ignore'],
        env: unpacked?.env,
      })
      await until('the broker listens', () => listens(port))
    },
    async end(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
    async close() {
      await broker.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await broker.start()
  return broker
}

type Queued = { id: string; seq: number; time: number; box: string } & Record<string, unknown>

export type Receiver = {
  client: MqttClient
  /** Everything received, including duplicates, with its topic. */
  heard: { topic: string; payload: string; retained: boolean }[]
  /** Events and alarms without duplicates, in the order of their first arrival. */
  messages(): Queued[]
  close(): Promise<void>
}

/** A receiver whose session outlives its connections, and which reconnects by itself. */
export async function openReceiver({ port }: Broker, client_id = 'receiver'): Promise<Receiver> {
  const heard: Receiver['heard'] = []
  const client = mqtt.connect({
    protocol: 'mqtts',
    host: 'localhost',
    port,
    ca: authority.cert,
    ...receiver_user,
    clientId: client_id,
    protocolVersion: 5,
    clean: false,
    properties: { sessionExpiryInterval: 3600 },
    reconnectPeriod: 50,
  })
  client.on('error', () => undefined)
  client.on('message', (topic, payload, { retain }) =>
    heard.push({ topic, payload: payload.toString('utf8'), retained: retain }),
  )
  await client.subscribeAsync('parking/#', { qos: 1 })
  return {
    client,
    heard,
    messages() {
      const known = new Map<string, Queued>()
      for (const { topic, payload } of heard) {
        if (!/\/(event|alarm)$/.test(topic)) continue
        const message = JSON.parse(payload) as Queued
        if (!known.has(message.id)) known.set(message.id, message)
      }
      return [...known.values()]
    },
    close: () => client.endAsync(true),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false))
  })
