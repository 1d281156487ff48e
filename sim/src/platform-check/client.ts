/** Makes requests as the device does and interprets answers as the device does (docs/platform.md). */
import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isFields, quoted } from '../kit/shapes.ts'
import { answer_ms, code_busy, code_signed_out, code_success, max_answer_bytes } from './words.ts'

/**
 * accepted: done. refused: listed as failed and not sent again automatically. later: sent again. signed_out:
 * the device signs in and repeats once. silent: no answer, sent again. cut: the kit broke the connection.
 */
export type Reading = 'accepted' | 'refused' | 'later' | 'signed_out' | 'silent' | 'cut'
export type Answer = {
  readonly reading: Reading
  readonly status?: number
  readonly code?: number
  readonly data?: unknown
  readonly date?: string
  /** The answer of the platform, to quote. */
  readonly quote: string
  readonly took_ms: number
}
export type PostOptions = {
  readonly token?: string | undefined
  readonly key?: string
  /** Marks the request as a test. */
  readonly test?: boolean
  /** half: breaks the connection in the middle of the body. answer: breaks it before the answer is read. */
  readonly cut?: 'half' | 'answer'
}
export type Client = {
  /** `body`: a text is sent unchanged. */
  post: (url: string, body: object | string, options?: PostOptions) => Promise<Answer>
  /** The JSON answer to a GET; throws a sentence. */
  get: (url: string, token: string | undefined) => Promise<unknown>
  readonly requests: number
  /** The time of the slowest answer received. */
  readonly slowest_ms: number
}
export type ClientOptions = {
  /** A certificate in PEM that is trusted in addition to those of Node. */
  readonly ca?: string | undefined
  readonly answer_ms?: number
  /** Called with each answer, to judge its form. */
  readonly onAnswer: (url: string, answer: Answer, text: string) => void
}

type Raw = { status: number; headers: IncomingHttpHeaders; text: string }

export function createClient({ ca, answer_ms: patience_ms = answer_ms, onAnswer }: ClientOptions): Client {
  let requests = 0
  let slowest_ms = 0

  function exchange(
    url: string,
    method: string,
    headers: Record<string, string>,
    body: Buffer,
    cut?: string,
  ) {
    const target = new URL(url)
    const options: RequestOptions & { ca?: string } = { method, headers, agent: false, ...(ca && { ca }) }
    return new Promise<Raw | 'cut'>((done, fail) => {
      const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, options)
      const timer = setTimeout(
        () => request.destroy(new Error(`no answer within ${patience_ms / 1000} s`)),
        patience_ms,
      )
      const end = (settle: () => void): void => {
        clearTimeout(timer)
        settle()
      }
      request.on('error', (error) => end(() => fail(error)))
      request.on('response', (response) => {
        if (cut === 'answer') {
          response.on('error', () => undefined)
          request.destroy()
          return end(() => done('cut'))
        }
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > max_answer_bytes) request.destroy(new Error('the answer is longer than 256 KiB'))
          else chunks.push(chunk)
        })
        response.on('error', (error) => end(() => fail(error)))
        response.on('end', () =>
          end(() =>
            done({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          ),
        )
      })
      if (cut !== 'half') return void request.end(body)
      request.on('close', () => end(() => done('cut')))
      request.write(body.subarray(0, Math.floor(body.length / 2)), () => request.destroy())
    })
  }

  async function post(url: string, body: object | string, options: PostOptions = {}): Promise<Answer> {
    const { token, key, test = false, cut } = options
    const text = Buffer.from(
      typeof body === 'string' ? body : JSON.stringify(test ? { ...body, test: true } : body),
    )
    const headers: Record<string, string> = {
      'content-type': 'application/json; charset=utf-8',
      accept: 'application/json',
      'content-length': String(text.length),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(test && { 'x-parking-test': '1' }),
    }
    requests++
    const began = performance.now()
    try {
      const raw = await exchange(url, 'POST', headers, text, cut)
      const took_ms = performance.now() - began
      if (raw === 'cut') return { reading: 'cut', quote: '', took_ms }
      slowest_ms = Math.max(slowest_ms, took_ms)
      const answer = { ...readAnswer(raw), took_ms }
      onAnswer(url, answer, raw.text)
      return answer
    } catch (error) {
      const took_ms = performance.now() - began
      const answer: Answer = {
        reading: cut === undefined ? 'silent' : 'cut',
        quote: error instanceof Error ? error.message : String(error),
        took_ms,
      }
      if (cut === undefined) onAnswer(url, answer, '')
      return answer
    }
  }

  return {
    post,
    async get(url, token) {
      const headers = {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const raw = await exchange(url, 'GET', headers, Buffer.alloc(0))
      if (raw === 'cut' || raw.status !== 200) throw new Error(`HTTP ${raw === 'cut' ? 0 : raw.status}`)
      return JSON.parse(raw.text) as unknown
    },
    get requests() {
      return requests
    },
    get slowest_ms() {
      return slowest_ms
    },
  }
}

export function envelopeOf(text: string): { code: number; message: string; data: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isFields(value) || typeof value['code'] !== 'number') return undefined
    return { code: value['code'], message: String(value['message'] ?? ''), data: value['data'] }
  } catch {
    return undefined
  }
}

/** Implements the table "How the device reads an answer". */
function readAnswer({ status, headers, text }: Raw): Omit<Answer, 'took_ms'> {
  const envelope = envelopeOf(text)
  const quote = envelope
    ? `code ${envelope.code} ${quoted(envelope.message)}`
    : text === ''
      ? 'an empty body'
      : quoted(text)
  const { date } = headers
  return {
    reading: readingOf(status, envelope?.code),
    status,
    quote: status === 200 ? quote : `HTTP ${status}, ${quote}`,
    ...(envelope && { code: envelope.code, data: envelope.data }),
    ...(date !== undefined && { date }),
  }
}

function readingOf(status: number, code: number | undefined): Reading {
  if (status === 401) return 'signed_out'
  if (status >= 200 && status <= 299) {
    if (code === code_success) return 'accepted'
    if (code === code_signed_out) return 'signed_out'
    return code === undefined || code === code_busy ? 'later' : 'refused'
  }
  return status === 408 || status === 425 || status === 429 || status < 400 || status >= 500
    ? 'later'
    : 'refused'
}
