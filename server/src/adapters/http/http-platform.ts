/**
 * The PlatformPort over HTTP, protocol 1 (docs/platform.md). Long because requests and tests evaluate answers
 * in the same way.
 */
import { deviceSentence, plainLine } from '@parking/contract'
import type {
  AnswerTiming,
  PlatformExchange,
  PlatformOutcome,
  PlatformPort,
} from '#src/ports/platform-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { bodyText, bodyWords } from './answer-body.ts'
import {
  exchange,
  exchangeKept,
  freshConnections,
  keepConnections,
  NoAnswer,
  type Exchange,
  type ExchangeOptions,
} from './http-exchange.ts'
import { tlsErrorOf } from '#src/core/tls-error.ts'

const max_answer_bytes = 256 * 1024
/** docs/platform.md */
const timeout_ms_default = 10_000
/** A test has a sign-in and a request of this length in the 30 s that the caller waits. */
const look_ms = 20_000

/** An idle connection for events is closed before most servers close it. */
const idle_ms = 4_000

/**
 * Connections are kept alive. Those for events, whose answer is final, are kept only if the platform repeats
 * the key of a request in its answer, so that a second answer is not taken for the next one. `close` closes
 * them.
 */
export function httpPlatform({
  timeout_ms = timeout_ms_default,
  ...reach
}: Reach & { timeout_ms?: number }): PlatformPort & { close(): void } {
  const [kept, keyed, fresh] = [keepConnections(4), keepConnections(8, idle_ms), freshConnections()]
  /** Origins of platforms whose last answer repeated its key. */
  const repeating = new Set<string>()

  /** Uses a kept connection if possible. If that turns out to be stale, a new one is used. */
  async function sendEvent(url: string, options: ExchangeOptions): Promise<Exchange> {
    const origin = URL.parse(url)?.origin ?? ''
    const answer = await (repeating.has(origin)
      ? exchangeKept(url, options, keyed, fresh)
      : exchange(url, { ...options, agents: fresh }))
    if (answer.repeats_key) repeating.add(origin)
    else repeating.delete(origin)
    return answer
  }

  return {
    close() {
      for (const connections of [kept, keyed, fresh]) connections.close()
    },
    async post(url, body, { token, key, trust = '' }) {
      const began = performance.now()
      try {
        const options: ExchangeOptions = {
          method: 'POST',
          headers: headersOf({ token }),
          key,
          body: body instanceof Uint8Array ? body : JSON.stringify(body),
          timeout_ms,
          max_bytes: max_answer_bytes,
          reach,
          trust,
          whole: hasEnvelope,
        }
        const answer = await (key === undefined
          ? exchangeKept(url, { ...options, repeatable: true }, kept, fresh)
          : sendEvent(url, options))
        const outcome = outcomeOf(answer)
        const timing = timingOf(answer, performance.now() - began)
        return outcome.kind === 'busy' ? { ...outcome, ...askedWait(answer), timing } : { ...outcome, timing }
      } catch (error) {
        return {
          kind: 'silent',
          info: error instanceof NoAnswer ? error.message : deviceSentence('request_not_made'),
        }
      }
    },
    async date(url, { trust = '' }) {
      try {
        const options: ExchangeOptions = {
          method: 'GET',
          timeout_ms,
          max_bytes: max_answer_bytes,
          reach,
          trust,
          repeatable: true,
        }
        const { headers } = await exchangeKept(url, options, kept, fresh)
        // A cache reports the time at which it stored the answer.
        const date_ms = headers['age'] === undefined ? Date.parse(headers['date'] ?? '') : NaN
        return Number.isFinite(date_ms) ? date_ms : undefined
      } catch {
        return undefined
      }
    },
    async look(url, body, options) {
      const headers = { ...headersOf(options), 'x-parking-test': '1' }
      const text = JSON.stringify(body)
      const request: PlatformExchange['request'] = {
        method: 'POST',
        headers: Object.entries(headers),
        body: text,
      }
      const one = freshConnections()
      const began = performance.now()
      const took = () => Math.round(performance.now() - began)
      try {
        const answer = await exchange(url, {
          method: 'POST',
          headers,
          body: text,
          timeout_ms,
          max_bytes: max_answer_bytes,
          reach,
          trust: options.trust ?? '',
          whole: hasEnvelope,
          agents: one,
          signal: AbortSignal.timeout(look_ms),
        })
        return { request, ...lookedAt(answer), tls: undefined, took_ms: took() }
      } catch (error) {
        const { at, code, message } =
          error instanceof NoAnswer
            ? error
            : new NoAnswer('silent', deviceSentence('request_not_made'), 'answer')
        return {
          request,
          response: null,
          failed: at,
          tls: at === 'tls' ? tlsErrorOf(code) : undefined,
          said: message,
          data: undefined,
          took_ms: took(),
        }
      } finally {
        one.close()
      }
    },
  }
}

function headersOf({ token, key }: { token?: string; key?: string }): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
  }
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (key !== undefined) headers['idempotency-key'] = key
  return headers
}

function timingOf({ headers }: Exchange, took_ms: number): AnswerTiming {
  const date_ms = Date.parse(headers['date'] ?? '')
  return { took_ms: Math.round(took_ms), ...(Number.isFinite(date_ms) ? { date_ms } : {}) }
}

/** A longer wait would keep bills back because of a typing error. */
const max_wait_ms = 300_000

/** `Retry-After` (RFC 9110, 10.2.3): seconds, or a date by the clock of the answer's `Date`. */
function askedWait({ headers }: Exchange): { wait_ms?: number } {
  const asked = headers['retry-after'] ?? ''
  const clock_ms = Date.parse(headers['date'] ?? '')
  const wait_ms = /^\d+(\.\d+)?$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - (Number.isFinite(clock_ms) ? clock_ms : Date.now())
  return wait_ms > 0 ? { wait_ms: Math.min(max_wait_ms, wait_ms) } : {}
}

/** Evaluates an answer for a test: in more detail than the sender, which only decides whether to retry. */
function lookedAt({
  status,
  headers,
  body,
}: Exchange): Pick<PlatformExchange, 'response' | 'failed' | 'said' | 'data'> {
  const text = bodyWords(body, headers['content-type'])
  const { code, data } = envelopeOf(text)
  const good = status >= 200 && status <= 299
  const failed = !good ? 'status' : code === undefined ? 'protocol' : code !== 0 ? 'refused' : undefined
  return {
    response: { status, headers: Object.entries(headers), body: text },
    failed,
    said: plainText(messageIn(text)),
    data,
  }
}

function messageIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' &&
      value !== null &&
      'message' in value &&
      typeof value.message === 'string'
      ? value.message
      : ''
  } catch {
    return ''
  }
}

/** Answers to a path or a client: whatever repeats them as its code has not looked at the event. */
const of_the_address: ReadonlySet<number> = new Set([403, 404, 405, 407, 410, 421, 451])

/** Statuses that gateways (Spring, RuoYi) write as the code of a page with 200. */
const of_a_gateway: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * The table of docs/platform.md. What has no envelope is not from the platform (a redirect, a page of a proxy
 * or a captive portal): busy. So is the JSON of a gateway, whose code is the HTTP status. Only 413 is about
 * this event, even from a proxy.
 */
export function outcomeOf({ status, headers, body }: Omit<Exchange, 'repeats_key'>): PlatformOutcome {
  const text = bodyWords(body, headers['content-type'])
  const good = status >= 200 && status <= 299
  const said = plainText(text)
  const info = good ? said || `HTTP ${status}` : `HTTP ${status} ${said}`.trim().slice(0, 2000)
  const { code, data } = envelopeOf(text)
  if (status === 401 || (good && (code === 4000 || code === 401))) return { kind: 'signed_out', info }
  if (status === 413) return { kind: 'refused', info, ...(code !== undefined && { code }) }
  if (code === undefined || code === 6000) return { kind: 'busy', info }
  if (code === status ? of_the_address.has(status) : of_a_gateway.has(code)) return { kind: 'busy', info }
  if (good) return code === 0 ? { kind: 'accepted', info, data } : { kind: 'refused', info, code }
  const retry = status === 408 || status === 425 || status === 429 || status < 400 || status >= 500
  return retry ? { kind: 'busy', info } : { kind: 'refused', info, code }
}

function envelopeOf(text: string): { code?: number; data?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('code' in value)) return {}
    if (!Number.isSafeInteger(value.code)) return {}
    return { code: value.code as number, data: 'data' in value ? value.data : undefined }
  } catch {
    return {}
  }
}

const hasEnvelope = (body: Buffer): boolean => envelopeOf(bodyText(body) ?? '').code !== undefined

/** At most 2000 characters, without what could not be decoded: the text is shown in the console. */
export const plainText = (text: string): string =>
  plainLine(text.slice(0, 8000).replaceAll('\ufffd', '\0'), 2000)
