/**
 * One request to an S3-compatible storage: signed (Signature Version 4), streamed, limited in time and size,
 * and never to a forbidden address. Bodies are sent with their length, because the clouds refuse aws-chunked.
 * Long because a request's whole life is one closure.
 */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { deviceSentence, type StorageStep } from '@parking/contract'
import { StorageError, type StorageObject } from '#src/ports/storage-port.ts'
import { urlIssue } from '#src/core/outbound/address.ts'
import { agentsOf, requestWay } from '#src/core/outbound/agents.ts'
import { codingsOf, decodedBody } from '../http/answer-body.ts'
import { sendingTime, waited_too_long } from '../http/http-exchange.ts'
import {
  extraCa,
  idle_ms_default,
  most_under_way,
  storageErrorOf,
  type Stage,
  type StorageAdapterOptions,
} from './storage-wire.ts'

export type S3Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }
export type S3Request = {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE'
  url: string
  /** The operation, for its errors. */
  step: StorageStep
  object?: StorageObject
  max_bytes: number
  signal?: AbortSignal
}
export type S3Line = {
  send(request: S3Request, sign: { region: string; username: string; password: string }): Promise<S3Answer>
  close(): void
}

/** Objects on one connection: their MD5s are remembered. */
const max_on_one_connection = 1_000
const hash_of_nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** `passed` is called with each step of the first connection. */
export function openLine(
  adapter_options: StorageAdapterOptions,
  trust: string,
  passed: (step: Passed) => void,
): S3Line {
  const { now = Date.now, idle_ms = idle_ms_default } = adapter_options
  const kept = agentsOf({ keepAlive: true, maxSockets: 4, maxFreeSockets: 2 })
  const fresh = agentsOf({ keepAlive: false })
  // The answer to a PUT is final: on a kept connection a duplicated answer would be taken for the next one.
  // So it is kept only for answers whose ETag is the MD5 of what was sent (docs/decisions/0070), which is
  // never the same twice on one connection.
  const named = agentsOf({ keepAlive: true, maxSockets: 1 })
  const answered_md5 = new Set<string>()

  function agentsFor({ method, object }: S3Request) {
    if (method === 'GET' || method === 'DELETE') return kept
    if (method === 'HEAD' || object?.md5 === undefined) return fresh
    if (answered_md5.has(object.md5) || answered_md5.size >= max_on_one_connection) {
      named.close()
      answered_md5.clear()
    }
    answered_md5.add(object.md5)
    return named
  }

  async function once(
    wanted: S3Request,
    sign: { region: string; username: string; password: string },
  ): Promise<S3Answer> {
    if (urlIssue(wanted.url, adapter_options)) throw new StorageError('name', 'forbidden')
    const { object } = wanted
    const { AwsV4Signer } = await import('aws4fetch')
    const signed = await new AwsV4Signer({
      method: wanted.method,
      url: wanted.url,
      service: 's3',
      region: sign.region,
      accessKeyId: sign.username,
      secretAccessKey: sign.password,
      datetime: new Date(now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      headers: {
        'x-amz-content-sha256': object?.sha256 ?? hash_of_nothing,
        ...(object?.md5 !== undefined && {
          'content-md5': Buffer.from(object.md5, 'hex').toString('base64'),
        }),
      },
    }).sign()
    const file = await openBody(wanted)
    const secure = wanted.url.startsWith('https:')
    const agents = agentsFor(wanted)
    const over = new AbortController()
    const line: Line = { passed: () => undefined, over }
    const way = {
      reach: adapter_options,
      resolve: adapter_options.resolve,
      trust,
      signal: over.signal,
      passed: (step: Passed) => line.passed(step),
    }
    const request = (secure ? httpsRequest : httpRequest)(wanted.url, {
      method: wanted.method,
      ...requestWay(way, secure, new URL(wanted.url).hostname.replace(/^\[|\]$/g, '')),
      ...(secure && extraCa(trust, adapter_options)),
      agent: secure ? agents.https : agents.http,
      maxHeaderSize: 32_768,
      headers: {
        ...Object.fromEntries(signed.headers),
        'user-agent': 'parking-edge',
        accept: '*/*',
        'accept-encoding': 'identity',
        ...(object && { 'content-type': object.content_type, 'content-length': object.length }),
      },
    })
    return answerOf(request, wanted, secure, { idle_ms, passed, file, line })
  }

  return {
    async send(wanted, sign) {
      try {
        return await once(wanted, sign)
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error
        return once(wanted, sign) // the server had closed the kept connection meanwhile
      }
    },
    close() {
      for (const agents of [kept, fresh, named]) agents.close()
    },
  }
}

type Passed = 'name' | 'connect' | 'tls'
/** The connection of a request that is being opened. */
type Line = { passed: (step: Passed) => void; over: AbortController }

class StaleConnection extends Error {}

/** Opens a streamed body, before the request begins. */
async function openBody({ object, step }: S3Request): Promise<Readable | undefined> {
  if (!object || object.body instanceof Uint8Array) return undefined
  try {
    return await object.body.stream()
  } catch (error) {
    throw new StorageError(step, 'file', codeOf(error))
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

function answerOf(
  request: ClientRequest,
  { object, step, max_bytes, signal }: S3Request,
  secure: boolean,
  {
    idle_ms,
    passed,
    file,
    line,
  }: { idle_ms: number; passed: (step: Passed) => void; file: Readable | undefined; line: Line },
): Promise<S3Answer> {
  return new Promise((resolve, reject) => {
    let sent_bytes = 0
    let stage: Stage = 'name'
    let timer: NodeJS.Timeout
    /** What the system has taken may still be under way after the last byte was written. */
    let under_way_ms = 0
    let answered = false
    const end = (error: Error) => {
      clearTimeout(timer)
      reject(error)
      file?.destroy()
      line.over.abort()
      request.destroy()
    }
    const late = () => end(new StorageError(stage === 'open' ? step : stage, 'timeout'))
    const moved = () => {
      clearTimeout(timer)
      timer = setTimeout(late, idle_ms + under_way_ms)
    }
    const abort = () => end(new StorageError(stage === 'open' ? step : stage, 'timeout'))
    request.on('error', (error) => {
      if (answered) return // a server may refuse a body before it has read it
      const stale = request.reusedSocket && 'code' in error && /^(ECONNRESET|EPIPE)$/.test(String(error.code))
      // A literal address skips the lookup: a failure before the connection is up is a failure to connect.
      end(stale ? new StaleConnection() : storageErrorOf(error, stage === 'name' ? 'connect' : stage, step))
    })
    moved()
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    request.on('close', () => signal?.removeEventListener('abort', abort))
    line.passed = (step) => {
      stage = step === 'name' ? 'connect' : step === 'connect' && secure ? 'tls' : 'open'
      moved()
      passed(step)
    }
    request.on('socket', () => {
      if (request.reusedSocket) stage = 'open'
    })
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      answered = true
      under_way_ms = 0
      moved()
      if (request.reusedSocket && response.statusCode === waited_too_long) return end(new StaleConnection())
      if (request.method === 'HEAD') {
        // Some servers send a body for HEAD, which would be taken for the next answer: this connection is
        // closed.
        clearTimeout(timer)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.alloc(0) })
        return void request.destroy()
      }
      if (request.method === 'PUT' && response.headers.etag?.toLowerCase() !== `"${object?.md5}"`) {
        if (request.reusedSocket) return end(new StaleConnection())
        request.shouldKeepAlive = false
      }
      response.on('data', (part: Buffer) => {
        moved()
        bytes += part.length
        if (bytes > max_bytes)
          return end(new StorageError(step, 'not_storage', deviceSentence('answer_too_large')))
        parts.push(part)
      })
      const take = () => {
        clearTimeout(timer)
        file?.destroy()
        const { statusCode: status = 0, headers } = response
        const coding = status >= 300 ? codingsOf(headers) : undefined
        const body = decodedBody(Buffer.concat(parts), coding, max_bytes) ?? Buffer.alloc(0)
        resolve({ status, headers, body })
        if (!request.writableFinished) request.destroy()
      }
      response.on('error', (error) =>
        (response.statusCode ?? 0) >= 400 ? take() : end(storageErrorOf(error, 'open', step)),
      )
      response.on('end', take)
    })
    const finish = (body?: Uint8Array) => {
      under_way_ms = sendingTime(Math.min(object?.length ?? 0, most_under_way))
      if (stage === 'open') moved()
      request.end(body)
    }
    if (!file) return finish(object?.body instanceof Uint8Array ? object.body : undefined)
    const differs = () =>
      end(
        new StorageError(
          step,
          'file',
          deviceSentence('bytes_instead', { bytes: sent_bytes, wanted: object?.length ?? 0 }),
        ),
      )
    file.on('error', (error) => end(new StorageError(step, 'file', codeOf(error))))
    file.on('data', (part: Buffer) => {
      moved()
      sent_bytes += part.length
      if (sent_bytes > (object?.length ?? 0)) return differs()
      if (!request.write(part)) file.pause()
    })
    request.on('drain', () => {
      moved()
      file.resume()
    })
    file.on('end', () => (sent_bytes === object?.length ? finish() : differs()))
  })
}
