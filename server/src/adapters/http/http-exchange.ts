/**
 * One HTTP request over node:http with everything a box at the kerb needs: a time limit for the whole of it, a cap on the answer,
 * no redirects, and no address that may not be reached (reach.ts). The camera and platform adapters stand on it.
 */
import { Agent, request as httpRequest } from 'node:http'
import { Agent as TlsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { ForbiddenAddress, guardedLookup, urlIssue, type Reach } from '#src/core/outbound-address.ts'

export type Exchange = { status: number; headers: Record<string, string>; body: Buffer }
export type ExchangeOptions = {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  timeout_ms: number
  max_bytes: number
  reach: Reach
  agents?: Agents
  signal?: AbortSignal
}

/** Why there was no answer. `stage` says how far it came. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** forbidden: not allowed. unreachable: no way there or no such name. refused: nothing listens. silent: connected, but no whole answer. */
  readonly stage: 'forbidden' | 'unreachable' | 'refused' | 'silent'
  /** The same in finer steps, for who looks at one request. */
  readonly at: Step
  /** What the system called it; empty where it was a time limit. */
  readonly code: string
  constructor(stage: NoAnswer['stage'], message: string, at: Step = 'address', code = '') {
    super(message)
    this.stage = stage
    this.at = at
    this.code = code
  }
}

type Step = 'address' | 'name' | 'connect' | 'tls' | 'answer'

export type Agents = { http: Agent; https: TlsAgent; close(): void }

/** Connections that are kept for the next request. */
export function keepConnections(most: number): Agents {
  const http = new Agent({ keepAlive: true, maxSockets: most, maxFreeSockets: most, timeout: 60_000 })
  const https = new TlsAgent({ keepAlive: true, maxSockets: most, maxFreeSockets: most, timeout: 60_000 })
  return {
    http,
    https,
    close: () => {
      http.destroy()
      https.destroy()
    },
  }
}

/**
 * A connection for each request, closed after its answer; a TLS session is taken up again, so that it costs little. On a kept connection an answer that comes twice is
 * taken for the answer to the next request (found by chaos/): where an answer is believed for good it may have belonged to nothing else. How many there are at once is the caller's to
 * bound: with a limit here, node:http would hand a connection on to whoever waits for one.
 */
export function freshConnections(): Agents {
  const http = new Agent({ keepAlive: false })
  const https = new TlsAgent({ keepAlive: false })
  return {
    http,
    https,
    close: () => {
      http.destroy()
      https.destroy()
    },
  }
}

/** Sends one request. Resolves with whatever status came back, rejects with NoAnswer alone. */
export function exchange(url: string, options: ExchangeOptions): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    if (!URL.canParse(url)) return reject(new NoAnswer('forbidden', 'The address is not a URL'))
    const to = new URL(url)
    // node:http does not look up a literal address, so the lookup alone would not guard it.
    if ((to.protocol !== 'http:' && to.protocol !== 'https:') || urlIssue(url, options.reach)) {
      return reject(new NoAnswer('forbidden', 'This address may not be reached'))
    }
    let connected = false
    const secure = to.protocol === 'https:'
    let at: Step = isIP(to.hostname.replace(/^\[|\]$/g, '')) ? 'connect' : 'name'
    const request = (secure ? httpsRequest : httpRequest)(to, {
      method: options.method,
      headers: {
        'user-agent': 'parking-edge',
        ...options.headers,
        ...(options.body === undefined ? {} : { 'content-length': Buffer.byteLength(options.body) }),
      },
      lookup: guardedLookup(options.reach),
      agent: secure ? options.agents?.https : options.agents?.http,
      maxHeaderSize: 32_768,
      insecureHTTPParser: false,
    })
    const end = (error: NoAnswer) => {
      clearTimeout(timer)
      reject(error)
      request.destroy()
    }
    const timer = setTimeout(
      () =>
        end(
          connected
            ? new NoAnswer('silent', 'No answer in time', at)
            : new NoAnswer('unreachable', 'No connection in time', at),
        ),
      options.timeout_ms,
    )
    const abort = () => end(new NoAnswer('silent', 'Given up', at))
    if (options.signal?.aborted) return abort()
    options.signal?.addEventListener('abort', abort, { once: true })
    request.on('close', () => options.signal?.removeEventListener('abort', abort))
    request.on('socket', (socket) => {
      if (!socket.connecting) {
        connected = true
        at = 'answer'
        return
      }
      socket.once('lookup', (error: Error | null) => (at = error ? 'name' : 'connect'))
      socket.once('connect', () => {
        connected = true
        at = secure ? 'tls' : 'answer'
      })
      if (secure) socket.once('secureConnect', () => (at = 'answer'))
    })
    request.on('error', (error) => end(noAnswerOf(error, connected, at)))
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > options.max_bytes) return end(new NoAnswer('silent', 'The answer is too large', 'answer'))
        parts.push(part)
      })
      response.on('error', (error) => end(noAnswerOf(error, true, 'answer')))
      response.on('end', () => {
        clearTimeout(timer)
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(', ') : (value ?? ''),
          ]),
        )
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(parts) })
      })
    })
    request.end(options.body)
  })
}

const unreachable = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
  'EACCES',
])

function noAnswerOf(error: Error, connected: boolean, at: Step): NoAnswer {
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof ForbiddenAddress) return new NoAnswer('forbidden', error.message)
  if (!connected && code === 'ECONNREFUSED')
    return new NoAnswer('refused', 'Nothing listens there', 'connect', code)
  if (!connected && unreachable.has(code))
    return new NoAnswer(
      'unreachable',
      'There is no way to this address',
      /^(ENOTFOUND|EAI_)/.test(code) ? 'name' : 'connect',
      code,
    )
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME|EPROTO/.test(code))
    return new NoAnswer(
      'silent',
      `The certificate or the encrypted connection is not good (${code})`,
      'tls',
      /wrong version number|packet length/i.test(error.message) ? 'WRONG_VERSION_NUMBER' : code,
    )
  return new NoAnswer('silent', `The connection broke (${code || 'no answer'})`, at, code)
}
