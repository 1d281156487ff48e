/**
 * One HTTP request over node:http with a total timeout, a size limit for the answer, no redirects, and no
 * forbidden addresses (core/outbound-address.ts). Cameras and the platform use it. Long because all failures
 * share its state.
 */
import { Agent, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { deviceSentence } from '@parking/contract'
import { ForbiddenAddress, guardedLookup, urlIssue, type Reach } from '#src/core/outbound-address.ts'
import { requestTrust, TrustAgent } from '#src/core/outbound-trust.ts'

export type Exchange = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Whether the answer repeats the key of its request: only then is its connection kept. */
  repeats_key: boolean
}
export type ExchangeOptions = {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  timeout_ms: number
  max_bytes: number
  reach: Reach
  /** What the peer of an encrypted connection is verified against; empty: the system's authorities. */
  trust?: string
  agents?: Agents
  /** The idempotency key, which an answer on a kept connection must repeat (docs/platform.md). */
  key?: string | undefined
  signal?: AbortSignal
}

/** Why there was no answer. `stage` is how far the request got. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /**
   * forbidden: not allowed. unreachable: no route, or an unknown name. refused: nothing listens. silent:
   * connected, but no complete answer.
   */
  readonly stage: 'forbidden' | 'unreachable' | 'refused' | 'silent'
  /** The stage in finer steps, for the diagnosis of one request. */
  readonly at: Step
  /** The system's error code; empty for a timeout. */
  readonly code: string
  /** The connection was a kept one, and was closed meanwhile or carried the answer to another request. */
  readonly stale: boolean
  constructor(stage: NoAnswer['stage'], message: string, at: Step = 'address', code = '', stale = false) {
    super(message)
    this.stage = stage
    this.at = at
    this.code = code
    this.stale = stale
  }
}

type Step = 'address' | 'name' | 'connect' | 'tls' | 'answer'

export type Agents = { http: Agent; https: TrustAgent; close(): void }

/** Connections that are kept alive for the next request, `idle_ms` at most. */
export function keepConnections(max: number, idle_ms = 60_000): Agents {
  const options = { keepAlive: true, maxSockets: max, maxFreeSockets: max, timeout: idle_ms }
  const [http, https] = [new Agent(options), new TrustAgent(options)]
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
 * A new connection for each request, resuming the TLS session to save cost. On a kept connection a duplicated
 * answer would be taken for the answer to the next request (found by chaos/), so requests whose answer is
 * final use these, unless answers repeat the key of their request. The caller bounds their number: with a
 * limit here, node:http would reuse a connection for a queued request.
 */
export function freshConnections(): Agents {
  const http = new Agent({ keepAlive: false })
  const https = new TrustAgent({ keepAlive: false })
  return {
    http,
    https,
    close: () => {
      http.destroy()
      https.destroy()
    },
  }
}

/** Sends one request. Resolves with any status; rejects only with NoAnswer. */
export function exchange(url: string, options: ExchangeOptions): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    if (!URL.canParse(url)) return reject(new NoAnswer('forbidden', deviceSentence('address_not_url')))
    const to = new URL(url)
    // node:http does not look up a literal address, so checking in the lookup is not enough.
    if ((to.protocol !== 'http:' && to.protocol !== 'https:') || urlIssue(url, options.reach)) {
      return reject(new NoAnswer('forbidden', deviceSentence('address_forbidden')))
    }
    let connected = false
    const secure = to.protocol === 'https:'
    const host = to.hostname.replace(/^\[|\]$/g, '')
    let at: Step = isIP(host) ? 'connect' : 'name'
    // node:http would measure and encode a string itself, at many times the cost.
    const body = typeof options.body === 'string' ? Buffer.from(options.body) : options.body
    const request = (secure ? httpsRequest : httpRequest)(to, {
      method: options.method,
      headers: {
        'user-agent': 'parking-edge',
        ...options.headers,
        ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
        ...(body === undefined ? {} : { 'content-length': body.byteLength }),
      },
      lookup: guardedLookup(options.reach),
      ...(secure && requestTrust(options.trust ?? '', host)),
      agent: secure ? (options.agents?.https ?? new TrustAgent()) : options.agents?.http,
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
            ? new NoAnswer('silent', deviceSentence('no_answer_in_time'), at)
            : new NoAnswer('unreachable', deviceSentence('no_connection_in_time'), at),
        ),
      options.timeout_ms,
    )
    const abort = () => end(new NoAnswer('silent', deviceSentence('given_up'), at))
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
      if (secure) socket.once('secureConnect', () => void (socket.destroyed || (at = 'answer')))
    })
    request.on('error', (error) => end(noAnswerOf(error, connected, at, request.reusedSocket)))
    // Without a listener, an answer that changes the protocol would end nothing until the timeout.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      end(new NoAnswer('silent', deviceSentence('connection_broke', { code: 'HTTP 101' }), 'answer'))
    })
    request.on('response', (response) => {
      const repeats_key = options.key !== undefined && response.headers['idempotency-key'] === options.key
      if (options.key !== undefined && !repeats_key) {
        if (request.reusedSocket)
          return end(new NoAnswer('silent', deviceSentence('given_up'), 'answer', '', true))
        request.shouldKeepAlive = false
      }
      const parts: Buffer[] = []
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > options.max_bytes)
          return end(new NoAnswer('silent', deviceSentence('answer_too_large'), 'answer'))
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
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(parts), repeats_key })
      })
    })
    request.end(body)
  })
}

const unreachable: ReadonlySet<string> = new Set([
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

/** `reused`: the connection was a kept one, and no answer had begun. */
function noAnswerOf(error: Error, connected: boolean, at: Step, reused = false): NoAnswer {
  const code = 'code' in error ? String(error.code) : ''
  if (reused && (code === 'ECONNRESET' || code === 'EPIPE'))
    return new NoAnswer('silent', deviceSentence('given_up'), at, code, true)
  if (error instanceof ForbiddenAddress) return new NoAnswer('forbidden', error.message)
  if (!connected && code === 'ECONNREFUSED')
    return new NoAnswer('refused', deviceSentence('nothing_listens'), 'connect', code)
  if (!connected && unreachable.has(code))
    return new NoAnswer(
      'unreachable',
      deviceSentence('no_route'),
      /^(ENOTFOUND|EAI_)/.test(code) ? 'name' : 'connect',
      code,
    )
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME|EPROTO/.test(code))
    return new NoAnswer(
      'silent',
      deviceSentence('tls_not_good', { code }),
      'tls',
      /wrong version number|packet length/i.test(error.message) ? 'WRONG_VERSION_NUMBER' : code,
    )
  return new NoAnswer('silent', deviceSentence('connection_broke', { code: code || 'no answer' }), at, code)
}
