/** Agents for HTTP requests whose connections are opened by `dial` and verified against their trust. */
import { Agent as PlainAgent, type AgentOptions, type RequestOptions } from 'node:http'
import { Agent as SecureAgent, type AgentOptions as SecureOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { tidyHeads } from './answer-head.ts'
import { dial } from './dial.ts'
import type { Reach, Resolve } from './address.ts'
import { min_version, trustOptions, watchHandshake } from './trust.ts'

/** How a request gets its connection; goes into its options by `requestWay`. */
export type Way = {
  reach: Reach
  resolve?: Resolve | undefined
  /** What the peer of an encrypted connection is verified against; empty: the system's authorities. */
  trust: string
  /** Ends an attempt to connect. */
  signal: AbortSignal
  /** Called when a new connection has its address, is open, and is verified. */
  passed: (step: 'name' | 'connect' | 'tls') => void
}

type Asked = RequestOptions & { parking_way: Way }
type Done = (error: Error | null, socket: Duplex) => void

/** The options that a request to `host` adds to take this way. */
export const requestWay = (way: Way, secure: boolean, host: string): object => ({
  ...(secure && trustOptions(way.trust, host)),
  parking_way: way,
})

async function opened({ host, port, parking_way: way }: Asked): Promise<Socket> {
  const socket = await dial({
    host: String(host).replace(/^\[|\]$/g, ''),
    port: Number(port),
    reach: way.reach,
    resolve: way.resolve,
    signal: way.signal,
    found: () => way.passed('name'),
  })
  way.passed('connect')
  return socket
}

/**
 * A server that refuses a body early answers and closes: the next write then fails, although the answer is
 * still to be read. So a failed write is left to the reading side, which ends with the answer or the error.
 */
function answersFirst(socket: Socket, keeps: boolean): Socket {
  if (!keeps) tidyHeads(socket)
  for (const way of ['_write', '_writev'] as const) {
    const write = socket[way] as ((...args: unknown[]) => void) | undefined
    if (write === undefined) continue
    socket[way] = (...args: unknown[]) => {
      const done = args.pop() as (error?: Error | null) => void
      write.call(socket, ...args, (error?: NodeJS.ErrnoException | null) => {
        if (error?.code !== 'EPIPE' && error?.code !== 'ECONNRESET') done(error)
      })
    }
  }
  return socket
}

class HttpAgent extends PlainAgent {
  readonly keeps: boolean
  constructor(options: AgentOptions) {
    super(options)
    this.keeps = options.keepAlive === true
  }
  // Without a returned socket, node:http waits for the callback.
  override createConnection(options: RequestOptions, done?: Done) {
    void opened(options as Asked).then(
      (socket) => done?.(null, answersFirst(socket, this.keeps)),
      (error: Error) => (done as ((error: Error) => void) | undefined)?.(error),
    )
    return undefined
  }
}

/** Connections and TLS sessions are not shared between different trusts. */
class TrustAgent extends SecureAgent {
  readonly keeps: boolean
  constructor(options: SecureOptions) {
    super(options)
    this.keeps = options.keepAlive === true
  }
  override getName(options?: RequestOptions): string {
    return `${super.getName(options)}:${(options as Asked | undefined)?.parking_way.trust ?? ''}`
  }
  override createConnection(options: RequestOptions, done?: Done) {
    const { parking_way: way } = options as Asked
    const secured = (plain: Socket): Socket => {
      const socket = super.createConnection({ ...options, socket: plain } as RequestOptions)
      if (!(socket instanceof TLSSocket)) throw new Error('node:https has opened no TLS connection')
      watchHandshake(socket, way.trust)
      socket.once('secureConnect', () => socket.destroyed || way.passed('tls'))
      return answersFirst(socket, this.keeps)
    }
    void opened(options as Asked).then(
      (plain) => done?.(null, secured(plain)),
      (error: Error) => (done as ((error: Error) => void) | undefined)?.(error),
    )
    return undefined
  }
}

/** `keeps`: whether connections are kept for the next request. */
export type Agents = { http: PlainAgent; https: SecureAgent; keeps: boolean; close(): void }

/** Agents for both schemes with the same options. */
export function agentsOf(options: AgentOptions): Agents {
  const [http, https] = [new HttpAgent(options), new TrustAgent({ minVersion: min_version, ...options })]
  return {
    http,
    https,
    keeps: http.keeps,
    close: () => {
      http.destroy()
      https.destroy()
    },
  }
}
