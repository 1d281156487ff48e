/**
 * One request to an S3-compatible storage: signed (Signature Version 4), streamed, limited in time and size,
 * and never to a forbidden address. Bodies are sent with their length, because the clouds refuse aws-chunked.
 * Long because a request's whole life is one closure.
 */
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import type { StorageStep } from '@parking/contract'
import { StorageError, type StorageObject } from '#src/ports/storage-port.ts'
import { guardedLookup, urlIssue } from '#src/core/outbound-address.ts'
import { requestTrust, TrustAgent } from '#src/core/outbound-trust.ts'
import {
  extraCa,
  idle_ms_default,
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

const hash_of_nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** `passed` is called with each step of the first connection. */
export function openLine(
  adapter_options: StorageAdapterOptions,
  trust: string,
  passed: (step: 'name' | 'connect' | 'tls') => void,
): S3Line {
  const { now = Date.now, idle_ms = idle_ms_default } = adapter_options
  const lookup = guardedLookup(adapter_options, adapter_options.resolve)
  const agentsOf = (kept: object) => ({
    http: new Agent(kept),
    https: new TrustAgent({ ...kept, lookup }),
  })
  const kept = agentsOf({ keepAlive: true, maxSockets: 4, maxFreeSockets: 2 })
  // The answer to a PUT is final: on a kept connection a duplicated answer would be taken for the next one.
  const fresh = agentsOf({ keepAlive: false })

  async function once(
    wanted: S3Request,
    sign: { region: string; username: string; password: string },
  ): Promise<S3Answer> {
    // node:http does not look up a literal address, so checking in the lookup is not enough.
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
    const agents = wanted.method === 'PUT' || wanted.method === 'HEAD' ? fresh : kept
    const request = (secure ? httpsRequest : httpRequest)(wanted.url, {
      method: wanted.method,
      lookup,
      ...(secure && {
        ...requestTrust(trust, new URL(wanted.url).hostname.replace(/^\[|\]$/g, '')),
        ...extraCa(trust, adapter_options),
      }),
      agent: secure ? agents.https : agents.http,
      maxHeaderSize: 32_768,
      headers: {
        ...Object.fromEntries(signed.headers),
        'user-agent': 'parking-edge',
        accept: '*/*',
        ...(object && { 'content-type': object.content_type, 'content-length': object.length }),
      },
    })
    return answerOf(request, wanted, secure, { idle_ms, passed, file })
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
      for (const agent of [kept.http, kept.https, fresh.http, fresh.https]) agent.destroy()
    },
  }
}

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
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : ''

function answerOf(
  request: ClientRequest,
  { object, step, max_bytes, signal }: S3Request,
  secure: boolean,
  {
    idle_ms,
    passed,
    file,
  }: { idle_ms: number; passed: (step: 'name' | 'connect' | 'tls') => void; file: Readable | undefined },
): Promise<S3Answer> {
  return new Promise((resolve, reject) => {
    let sent_bytes = 0
    let stage: Stage = 'name'
    let timer: NodeJS.Timeout
    const end = (error: Error) => {
      clearTimeout(timer)
      reject(error)
      file?.destroy()
      request.destroy()
    }
    const late = () => end(new StorageError(stage === 'open' ? step : stage, 'timeout'))
    const moved = () => {
      clearTimeout(timer)
      timer = setTimeout(late, idle_ms)
    }
    const abort = () => end(new StorageError(stage === 'open' ? step : stage, 'timeout', 'given up'))
    request.on('error', (error) => {
      const stale = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
      // A literal address skips the lookup: a failure before the connection is up is a failure to connect.
      end(stale ? new StaleConnection() : storageErrorOf(error, stage === 'name' ? 'connect' : stage, step))
    })
    moved()
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    request.on('close', () => signal?.removeEventListener('abort', abort))
    request.on('socket', (socket) => {
      if (!socket.connecting) return void (stage = 'open')
      socket.once('lookup', (error: Error | null) => {
        if (error) return
        stage = 'connect'
        moved()
        passed('name')
      })
      socket.once('connect', () => {
        stage = secure ? 'tls' : 'open'
        moved()
        passed('name') // a literal address is not looked up
        passed('connect')
      })
      socket.once('secureConnect', () => {
        if (socket.destroyed) return
        stage = 'open'
        moved()
        passed('tls')
      })
    })
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      moved()
      if (request.method === 'HEAD') {
        // Some servers send a body for HEAD, which would be taken for the next answer: this connection is
        // closed.
        clearTimeout(timer)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.alloc(0) })
        return void request.destroy()
      }
      response.on('data', (part: Buffer) => {
        moved()
        bytes += part.length
        if (bytes > max_bytes) return end(new StorageError(step, 'not_storage', 'the answer is too large'))
        parts.push(part)
      })
      response.on('error', (error) => end(storageErrorOf(error, 'open', step)))
      response.on('end', () => {
        clearTimeout(timer)
        file?.destroy()
        if (!request.writableEnded) request.destroy() // the server has refused already
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
      })
    })
    if (!file) return void request.end(object?.body instanceof Uint8Array ? object.body : undefined)
    const differs = () =>
      end(new StorageError(step, 'file', `${sent_bytes} bytes instead of ${object?.length}`))
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
    file.on('end', () => (sent_bytes === object?.length ? void request.end() : differs()))
  })
}
