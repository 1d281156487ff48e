/**
 * The IoT platform of docs/platform.md, in memory and on loopback. Long because its endpoints, its behaviours
 * and its state share one closure.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { answerBadly, answerTwice, breakOff } from './bad-answers.ts'
import {
  heartbeatFault,
  idempotencyOf,
  initFault,
  lotStatesFault,
  readEvent,
  signInFault,
  type Json,
  type Picture,
} from './checks.ts'
import { Heads } from './heads.ts'
import { ProofHeads } from './proof-heads.ts'
import { drawPage } from './page.ts'
import { json, parse, read, versionOf } from './wire.ts'

/**
 * How the platform answers. `refuse` answers 7001 to every event, `busy` 6000; `stall` never answers; `break`
 * closes the connection in the middle of its answer, `drop` before it, `twice` answers two times (these three
 * store the event, so that a retry is a duplicate); `error` answers a 5xx, `throttle` 429, `redirect` 302 or
 * 307, `garbage` no valid answer, each without storing anything; `down` does not listen. `expire` invalidates
 * every token and returns to `accept`.
 */
export const platform_behaviours = [
  'accept',
  'refuse',
  'busy',
  'stall',
  'break',
  'drop',
  'twice',
  'error',
  'throttle',
  'redirect',
  'garbage',
  'down',
  'expire',
] as const
export type PlatformBehaviour = (typeof platform_behaviours)[number]

/**
 * An event as the platform stored it. Pictures of all but the newest 200 events are discarded (`content` is
 * then empty).
 */
export type ReceivedEvent = Json & {
  uuid: string
  event_type: number
  lot_no: string
  plate_number: string
  camera_sn: string
  camera_name: string
  event_time_str: string
  pictures: Picture[]
  received_at: number
  /** The path it was posted to: timer pictures have their own. */
  path: string
  /** Number of corrections; the newest version is kept. */
  correction?: number
}

export type Platform = {
  readonly host: string
  readonly port: number
  readonly url: string
  readonly behaviour: PlatformBehaviour
  /** The addresses to set on the device. */
  readonly urls: {
    auth_url: string
    device_init_url: string
    device_hb_url: string
    data_url: string
    timer_data_url: string
    lot_state_url: string
  }
  received: () => ReceivedEvent[]
  readonly heartbeats: Json[]
  /** The heads of audit chains, received with heartbeats. */
  readonly heads: Heads
  /** The heads of evidence logs, and the keys that signed them. */
  readonly proofs: ProofHeads
  readonly inits: Json[]
  /** Serial number to name of every device: an init with the name of another device answers 5000. */
  readonly names: Map<string, string>
  readonly signIns: Json[]
  /** The lot states received, newest last. */
  readonly lotStates: Json[]
  /** Paths that never answer, whatever the behaviour. */
  readonly silent: Set<string>
  /** Requests marked as a test (docs/platform.md): answered like real ones, but not counted. */
  readonly tests: Json[]
  /** Number of deliveries of an event that was already stored. */
  readonly duplicates: number
  /** How far the platform's clock is ahead of the computer's. */
  readonly clock: { offset_ms: number }
  /** Why requests were rejected as invalid, newest last. A device must never cause an entry. */
  readonly faults: string[]
  /** Reads an object from the object storage by the name in an event, for the page. */
  objects: (key: string) => Buffer | undefined
  setBehaviour: (behaviour: PlatformBehaviour) => Promise<void>
  /**
   * Called for each event (and timer picture) to get the behaviour towards it; undefined keeps the current
   * behaviour.
   */
  behaviourForRequest: (() => PlatformBehaviour | undefined) | undefined
  /** Closes the connections that `stall` keeps waiting. */
  releaseStalled: () => void
  stop: () => Promise<void>
}
export type PlatformOptions = {
  host?: string
  port?: number
  appSecret?: string
  tokenSeconds?: number
  /** Devices known from the start: serial number to name. */
  names?: Readonly<Record<string, string>>
  /** The number of events to keep; older ones are discarded. */
  keepEvents?: number
  /** Whether its answers repeat the idempotency key, so that devices keep their connections. */
  repeatsKeys?: boolean
}

const keep = { pictures: 200, others: 500 }
const page_down_ms = 30_000

/** Starts the platform; resolves when it listens. */
export async function startPlatform({
  host = '127.0.0.1',
  port: wantedPort = 0,
  appSecret = '',
  tokenSeconds = 3600,
  names: knownNames = {},
  keepEvents = 50_000,
  repeatsKeys = true,
}: PlatformOptions = {}): Promise<Platform> {
  const events = new Map<string, ReceivedEvent>()
  const tokens = new Map<string, number>()
  const [heartbeats, inits, signIns, tests, lotStates, faults] = [
    [] as Json[],
    [] as Json[],
    [] as Json[],
    [] as Json[],
    [] as Json[],
    [] as string[],
  ]
  const names = new Map(Object.entries(knownNames))
  const silent = new Set<string>()
  const heads = new Heads()
  const proofs = new ProofHeads()
  /** Every version of an event, as `GET /v1/stored` lists them. */
  const versions: Json[] = []
  /** Idempotency keys of the corrections received. */
  const corrected = new Set<string>()
  const [sockets, stalled] = [new Set<Socket>(), new Set<Socket>()]
  const clock = { offset_ms: 0 }
  let objects: Platform['objects'] = () => undefined
  let [behaviour, duplicates, port] = ['accept' as PlatformBehaviour, 0, wantedPort]

  let turn = 0
  let behaviourForRequest: Platform['behaviourForRequest']
  /** Events whose pictures are still kept, oldest first. */
  const pictured: ReceivedEvent[] = []

  const steps: Record<string, (body: Json, request: IncomingMessage, behaviour: PlatformBehaviour) => Json> =
    {
      '/v1/auth': (body) => {
        const fault = signInFault(body, appSecret)
        if (fault) return refused(4001, fault)
        const token = randomBytes(24).toString('base64url')
        tokens.set(token, Date.now() + tokenSeconds * 1000)
        if (body['test'] !== true) append(signIns, body)
        return { code: 0, message: 'ok', data: { token, expires_in: tokenSeconds } }
      },
      '/v1/device/init': (body) => {
        const fault = initFault(body)
        const [device, name] = [String(body['device_sn']), String(body['name'])]
        const owner = [...names].find(([other, taken]) => other !== device && taken === name)
        if (!fault && name !== '' && owner)
          return { code: 5000, message: `name taken: ${owner[0]} is called ${name}`, data: {} }
        return accepted(fault, () => {
          if (body['test'] === true) return
          names.set(device, name)
          append(inits, body)
        })
      },
      '/v1/device/heartbeat': (body) =>
        accepted(heartbeatFault(body), () => {
          if (body['test'] === true) return
          heads.keep(body)
          proofs.keep(body)
          append(heartbeats, body)
        }),
      '/v1/lot_states': (body) =>
        accepted(lotStatesFault(body), () => body['test'] === true || append(lotStates, body)),
      '/v1/timer_events': (body, request, now) => steps['/v1/events']!(body, request, now),
      '/v1/events': (body, request, behaviour) => {
        if (behaviour === 'busy') return { code: 6000, message: 'busy, come back later', data: {} }
        if (behaviour === 'refuse')
          return { code: 7001, message: 'refused: this parking place is not under contract', data: {} }
        const uuid = String(body['uuid'])
        const seen = idempotencyOf(body)
        if (seen === uuid ? events.has(uuid) : corrected.has(seen)) duplicates++
        else {
          const read = readEvent(body, request.headers['idempotency-key'] as string | undefined)
          if ('fault' in read) return refused(1000, read.fault)
          if (body['test'] === true) return { code: 0, message: 'ok', data: {} }
          if (seen !== uuid) corrected.add(seen)
          keepEvent({
            ...body,
            pictures: read.pictures,
            received_at: Date.now(),
            path: (request.url ?? '').split('?')[0],
          } as ReceivedEvent)
        }
        return { code: 0, message: 'ok', data: {} }
      },
    }
  const refused = (code: number, message: string): Json => {
    append(faults, message)
    return { code, message, data: {} }
  }
  const accepted = (fault: string | undefined, store: () => void): Json => {
    if (fault) return refused(1000, fault)
    store()
    return { code: 0, message: 'ok', data: { timestamp: Date.now() + clock.offset_ms } }
  }
  function keepEvent(event: ReceivedEvent): void {
    append(versions, versionOf(event))
    if ((events.get(event.uuid)?.correction ?? 0) > (event.correction ?? 0)) return
    events.set(event.uuid, event)
    pictured.push(event)
    if (pictured.length > keep.pictures)
      for (const picture of pictured.shift()?.pictures ?? []) picture.content = Buffer.alloc(0)
    if (events.size > keepEvents) events.delete(events.keys().next().value!)
  }

  const server = createServer(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  )
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      stalled.delete(socket)
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('date', new Date(Date.now() + clock.offset_ms).toUTCString())
    const key = request.headers['idempotency-key']
    if (repeatsKeys && key !== undefined) response.setHeader('idempotency-key', key)
    const path = (request.url ?? '/').split('?')[0]!
    if (request.method === 'GET' && path === '/')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
        drawPage({
          events: [...events.values()],
          heartbeats,
          heads,
          proofs,
          inits,
          names,
          signIns,
          duplicates,
          faults,
          behaviour,
          objects,
        }),
      )
    if (request.method === 'GET' && path === '/v1/stored')
      return isSignedIn(request.headers.authorization)
        ? json(response, 200, { code: 0, message: 'ok', data: { list: versions } })
        : json(response, 401, { code: 4000, message: 'sign in first', data: {} })
    const text = await read(request)
    if (path === '/behaviour') return behaviourFromPage(new URLSearchParams(text).get('behaviour'), response)
    const now = (path.endsWith('events') ? behaviourForRequest?.() : undefined) ?? behaviour
    turn++
    if (now === 'stall' || silent.has(path)) return void stalled.add(request.socket)
    if (now === 'error' || now === 'throttle' || now === 'redirect' || now === 'garbage')
      return answerBadly(response, now, turn)
    const step = Object.hasOwn(steps, path) ? steps[path] : undefined
    if (!step || request.method !== 'POST')
      return json(response, 404, { code: 3000, message: 'no such address', data: {} })
    const body = parse(text)
    if (!body) return json(response, 200, refused(1000, 'the body is no JSON object'))
    if (path !== '/v1/auth' && !isSignedIn(request.headers.authorization))
      return json(response, 401, { code: 4000, message: 'sign in first', data: {} })
    if (body['test'] === true) append(tests, body)
    const answer = step(body, request, now)
    if (now === 'drop') return void request.socket.destroy()
    if (now === 'break') return breakOff(response)
    if (now === 'twice') return answerTwice(response, JSON.stringify(answer), turn)
    json(response, 200, answer)
  }
  const isSignedIn = (header: string | undefined): boolean =>
    (tokens.get(/^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '') ?? 0) > Date.now()

  async function behaviourFromPage(wanted: string | null, response: ServerResponse): Promise<void> {
    response.writeHead(303, { location: '/' }).end()
    const next = platform_behaviours.find((one) => one === wanted)
    if (!next) return
    await setBehaviour(next)
    // The page cannot bring back a platform that is down, so the platform recovers by itself.
    if (next === 'down')
      setTimeout(() => void (behaviour === 'down' && setBehaviour('accept')), page_down_ms).unref()
  }
  async function setBehaviour(next: PlatformBehaviour): Promise<void> {
    if (next === 'expire') tokens.clear()
    behaviour = next === 'expire' ? 'accept' : next
    if (behaviour === 'down') await close()
    else await listen()
  }
  async function listen(): Promise<void> {
    if (server.listening) return
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
    port = (server.address() as AddressInfo).port
  }
  async function close(): Promise<void> {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen()
  const url = `http://${host}:${port}`
  return {
    host,
    url,
    heartbeats,
    heads,
    proofs,
    inits,
    names,
    signIns,
    tests,
    lotStates,
    silent,
    faults,
    clock,
    setBehaviour,
    urls: {
      auth_url: `${url}/v1/auth`,
      device_init_url: `${url}/v1/device/init`,
      device_hb_url: `${url}/v1/device/heartbeat`,
      data_url: `${url}/v1/events`,
      timer_data_url: `${url}/v1/timer_events`,
      lot_state_url: `${url}/v1/lot_states`,
    },
    get port() {
      return port
    },
    get behaviour() {
      return behaviour
    },
    get objects() {
      return objects
    },
    set objects(next) {
      objects = next
    },
    get behaviourForRequest() {
      return behaviourForRequest
    },
    set behaviourForRequest(next) {
      behaviourForRequest = next
    },
    get duplicates() {
      return duplicates
    },
    received: () => [...events.values()],
    releaseStalled: () => stalled.forEach((socket) => socket.destroy()),
    stop: close,
  }
}

function append<T>(list: T[], entry: T): void {
  list.push(entry)
  if (list.length > keep.others) list.shift()
}
