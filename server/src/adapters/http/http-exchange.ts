/**
 * One HTTP request over node:http with a total timeout, a size limit for the answer, no redirects, and no
 * forbidden addresses (core/outbound/address.ts). Long because all failures
 * share its state.
 */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { deviceSentence } from '@parking/contract'
import { DialError } from '#src/core/outbound/dial.ts'
import { urlIssue, type Reach } from '#src/core/outbound/address.ts'
import { codingsOf, decodedBody, isGzip } from './answer-body.ts'
import { tlsCodeOf } from '#src/core/tls-error.ts'
import { agentsOf, requestWay, type Agents } from '#src/core/outbound/agents.ts'

export type Exchange = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Whether the answer repeats the key of its request: only then is its connection kept. */
  repeats_key: boolean
}
/** `timeout_ms` is for connection and answer; a large body gets more (`sendingTime`). */
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
  /** A kept connection that gives no answer in half of the time is `stale`: it may be given up. */
  repeatable?: boolean
  /** Whether these bytes are a whole answer, although its length says that more follows. */
  whole?: (body: Buffer) => boolean
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

/** Connections that are kept alive for the next request, `idle_ms` at most. */
export const keepConnections = (max: number, idle_ms = 60_000): Agents =>
  agentsOf({ keepAlive: true, maxSockets: max, maxFreeSockets: max, timeout: idle_ms })

/**
 * A new connection for each request, resuming the TLS session to save cost. On a kept connection a duplicated
 * answer would be taken for the answer to the next request (found by chaos/), so requests whose answer is
 * final use these, unless answers repeat the key of their request. The caller bounds their number: with a
 * limit here, node:http would reuse a connection for a queued request.
 */
export const freshConnections = (): Agents => agentsOf({ keepAlive: false })

/** Sends one request. Resolves with any status; rejects only with NoAnswer. */
export function exchange(url: string, options: ExchangeOptions): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    if (!URL.canParse(url)) return reject(new NoAnswer('forbidden', deviceSentence('address_not_url')))
    const to = new URL(url)
    if ((to.protocol !== 'http:' && to.protocol !== 'https:') || urlIssue(url, options.reach)) {
      return reject(new NoAnswer('forbidden', deviceSentence('address_forbidden')))
    }
    let connected = false
    const secure = to.protocol === 'https:'
    const host = to.hostname.replace(/^\[|\]$/g, '')
    let at: Step = isIP(host) ? 'connect' : 'name'
    const passed = (step: 'name' | 'connect' | 'tls') => {
      connected = step !== 'name'
      at = step === 'name' ? 'connect' : step === 'connect' && secure ? 'tls' : 'answer'
    }
    const over = new AbortController()
    let half_time = false
    const agents = options.agents ?? freshConnections()
    const { keeps } = agents
    // node:http would measure and encode a string itself, at many times the cost.
    const body = typeof options.body === 'string' ? Buffer.from(options.body) : options.body
    const request = (secure ? httpsRequest : httpRequest)(to, {
      method: options.method,
      headers: {
        'user-agent': 'parking-edge',
        'accept-encoding': 'identity',
        ...options.headers,
        ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
        ...(body === undefined ? {} : { 'content-length': body.byteLength }),
      },
      ...requestWay(
        { reach: options.reach, trust: options.trust ?? '', signal: over.signal, passed },
        secure,
        host,
      ),
      agent: secure ? agents.https : agents.http,
      maxHeaderSize: 32_768,
      // On a connection of its own nothing can be taken for another answer.
      insecureHTTPParser: !keeps,
    })
    const began = performance.now()
    let timer: NodeJS.Timeout
    const endsIn = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(late, Math.max(1, ms - (performance.now() - began)))
    }
    const end = (error: NoAnswer) => {
      clearTimeout(timer)
      clearTimeout(idle)
      reject(error)
      over.abort()
      request.destroy()
    }
    let idle: NodeJS.Timeout
    const late = () =>
      end(
        connected
          ? new NoAnswer('silent', deviceSentence('no_answer_in_time'), at, '', half_time)
          : new NoAnswer('unreachable', deviceSentence('no_connection_in_time'), at),
      )
    endsIn(options.timeout_ms)
    const abort = () => end(new NoAnswer('silent', deviceSentence('given_up'), at))
    if (options.signal?.aborted) return abort()
    options.signal?.addEventListener('abort', abort, { once: true })
    request.on('close', () => options.signal?.removeEventListener('abort', abort))
    request.on('socket', () => {
      if (request.reusedSocket) passed('tls')
      half_time = request.reusedSocket && options.repeatable === true
      endsIn(half_time ? options.timeout_ms / 2 : options.timeout_ms + sendingTime(body?.byteLength ?? 0))
    })
    let answered = false
    // Once an answer has begun, it alone decides: a server may refuse a body before it has read it.
    request.on(
      'error',
      (error) => answered || end(noAnswerOf(error, connected, at, request.reusedSocket, keeps)),
    )
    // Without a listener, an answer that changes the protocol would end nothing until the timeout.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      end(new NoAnswer('silent', deviceSentence('connection_broke', { code: 'HTTP 101' }), 'answer'))
    })
    request.on('response', (response) => {
      answered = true
      if (request.reusedSocket && response.statusCode === waited_too_long)
        return end(new NoAnswer('silent', deviceSentence('given_up'), 'answer', '', true))
      if (half_time) {
        half_time = false
        endsIn(options.timeout_ms)
      }
      const { key, max_bytes } = options
      const repeats_key = key !== undefined && response.headers['idempotency-key'] === key
      if (key !== undefined && !repeats_key) {
        if (request.reusedSocket)
          return end(new NoAnswer('silent', deviceSentence('given_up'), 'answer', '', true))
        request.shouldKeepAlive = false
      }
      const parts: Buffer[] = []
      let bytes = 0
      const tooLarge = () => end(new NoAnswer('silent', deviceSentence('answer_too_large'), 'answer'))
      const take = () => {
        clearTimeout(timer)
        clearTimeout(idle)
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(', ') : (value ?? ''),
          ]),
        )
        const whole = Buffer.concat(parts)
        const codings = codingsOf(headers) || (isGzip(whole) ? 'gzip' : '')
        const decoded = decodedBody(whole, codings, max_bytes)
        if (decoded === undefined) return tooLarge()
        resolve({ status: response.statusCode ?? 0, headers, body: decoded, repeats_key })
        if (!request.writableFinished) request.destroy()
      }
      /** Ends with what has come of the answer, if that is whole. */
      const takeWhole = (): boolean => {
        const is_whole = parts.length > 0 && options.whole?.(Buffer.concat(parts)) === true
        if (is_whole) take()
        if (is_whole) request.destroy()
        return is_whole
      }
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > max_bytes) return tooLarge()
        parts.push(part)
        clearTimeout(idle)
        if (options.whole) idle = setTimeout(takeWhole, whole_after_ms)
      })
      response.on('error', (error) =>
        (response.statusCode ?? 0) >= 400 ? take() : takeWhole() || end(noAnswerOf(error, true, 'answer')),
      )
      response.on('end', take)
    })
    request.end(body)
  })
}

/** On a kept connection it answers no request: a proxy ends the wait for one (RFC 9110, 15.5.9). */
export const waited_too_long = 408

/** After a silence of this length a whole answer counts, although its length says that more follows. */
const whole_after_ms = 1_000

/** The slowest link that is waited for, in bytes a millisecond, and the longest time for one body. */
const slowest_link = 16
const longest_sending_ms = 600_000

/** Milliseconds that a body may take on the slowest link, in addition to the time for an answer. */
export const sendingTime = (bytes: number): number => Math.min(bytes / slowest_link, longest_sending_ms)

/**
 * Sends a request that may be repeated over a kept connection; over a new one, if that connection turns out
 * to be given up by the peer or by the network.
 */
export async function exchangeKept(
  url: string,
  options: ExchangeOptions,
  kept: Agents,
  fresh: Agents,
): Promise<Exchange> {
  try {
    return await exchange(url, { ...options, agents: kept })
  } catch (error) {
    if (!(error instanceof NoAnswer && error.stale)) throw error
    return exchange(url, { ...options, agents: fresh })
  }
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

/**
 * `reused`: the connection was a kept one, and no answer had begun. `keeps`: the connection would be kept, so
 * its answers are read strictly.
 */
function noAnswerOf(error: Error, connected: boolean, at: Step, reused = false, keeps = false): NoAnswer {
  const code = tlsCodeOf(error)
  if (keeps && code.startsWith('HPE_'))
    return new NoAnswer('silent', deviceSentence('connection_broke', { code }), at, code, true)
  if (reused && (code === 'ECONNRESET' || code === 'EPIPE'))
    return new NoAnswer('silent', deviceSentence('given_up'), at, code, true)
  if (error instanceof DialError && error.step === 'address') return new NoAnswer('forbidden', error.message)
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
    return new NoAnswer('silent', deviceSentence('tls_not_good', { code }), 'tls', code)
  return new NoAnswer('silent', deviceSentence('connection_broke', { code: code || 'no answer' }), at, code)
}
