/**
 * A small S3-compatible storage on loopback, in memory. It verifies signatures, supports both path and
 * virtual-host addresses, and can fail on demand. Long because all requests share one state.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkSignature } from './signature.ts'

/**
 * `hangs`: never answers. `page`: answers the sign-in page of a captive portal. `error`: a 5xx without
 * storing. `keeps_and_fails`, `keeps_and_cuts`: stores the object, then answers 500 or closes the connection.
 */
export type StorageBehaviour =
  | 'answers'
  | 'hangs'
  | 'cuts'
  | 'page'
  | 'full'
  | 'busy'
  | 'error'
  | 'keeps_and_fails'
  | 'keeps_and_cuts'
export type StorageOperation = 'write' | 'read' | 'remove'

export type S3Peer = {
  readonly url: string
  readonly port: number
  readonly bucket: string
  behaviour: StorageBehaviour
  /** Called for each request to get the behaviour towards it; undefined keeps the current behaviour. */
  behaviourForRequest: (() => StorageBehaviour | undefined) | undefined
  /** False stops it from listening. Its objects are kept. */
  setPower(on: boolean): Promise<void>
  /** Added to this computer's clock. */
  clock_ms: number
  password: string
  /** Operations that its user may not use. */
  denied: readonly StorageOperation[]
  /** Objects by name. */
  readonly objects: ReadonlyMap<string, Buffer>
  /** Closes the connections that `hangs` keeps waiting. */
  releaseStalled(): void
  stop(): Promise<void>
}

export type S3PeerOptions = {
  host?: string
  port?: number
  username: string
  password: string
  bucket: string
  region?: string
  /** Above this the oldest objects are evicted. */
  max_total_bytes?: number
}

const operations: Record<string, StorageOperation> = {
  PUT: 'write',
  GET: 'read',
  HEAD: 'read',
  DELETE: 'remove',
}
const statuses: Record<string, number> = {
  NoSuchBucket: 404,
  NoSuchKey: 404,
  BadDigest: 400,
  XAmzContentSHA256Mismatch: 400,
  AuthorizationHeaderMalformed: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NotImplemented: 501,
  XMinioStorageFull: 507,
  SlowDown: 503,
  InternalError: 500,
}

/** Starts the storage; resolves when it listens. */
export async function startS3Peer({
  host = '127.0.0.1',
  port = 0,
  username,
  password,
  bucket,
  region = 'us-east-1',
  max_total_bytes = 64 * 1024 * 1024,
}: S3PeerOptions): Promise<S3Peer> {
  const objects = new Map<string, Buffer>()
  let held_bytes = 0
  const server = createServer((request, response) => void answer(request, response))
  const listen = (on: number) =>
    new Promise<void>((done, fail) => {
      server.once('error', fail).listen(on, host, () => {
        server.off('error', fail)
        done()
      })
    })
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  await listen(port)
  const at = (server.address() as AddressInfo).port
  const peer: S3Peer = {
    url: `http://${host}:${at}`,
    port: at,
    bucket,
    behaviour: 'answers',
    behaviourForRequest: undefined,
    clock_ms: 0,
    password,
    denied: [],
    objects,
    releaseStalled: () => server.closeAllConnections(),
    setPower: async (on) => (on === server.listening ? undefined : on ? listen(at) : close()),
    stop: close,
  }
  return peer

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const now = Date.now() + peer.clock_ms
    response.setHeader('date', new Date(now).toUTCString())
    const behaviour = peer.behaviourForRequest?.() ?? peer.behaviour
    if (behaviour === 'hangs') return
    if (behaviour === 'cuts') return void request.socket.destroy()
    const body = await bodyOf(request)
    if (body === undefined) return
    if (behaviour === 'page')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><title>Welcome</title>Please sign in.</html>')
    const no = (code: string) => refuse(response, code, request.method === 'HEAD', region)
    const checked = checkSignature(request, { username, password: peer.password, region, now })
    if (!checked.ok) return no(checked.code)
    if (behaviour === 'busy') return no('SlowDown')
    if (behaviour === 'error') return no('InternalError')
    const [path = '/', query = ''] = (request.url ?? '/').split('?')
    const by_host = String(request.headers.host).startsWith(`${bucket}.`)
    const [named = '', ...rest] = by_host ? [bucket, path.slice(1)] : path.slice(1).split('/')
    const key = decodeURIComponent(rest.join('/'))
    if (decodeURIComponent(named) !== bucket) return no('NoSuchBucket')
    if (key === '')
      return query === 'location' || query === 'location='
        ? void response
            .writeHead(200, { 'content-type': 'application/xml' })
            .end(`<LocationConstraint>${region === 'us-east-1' ? '' : region}</LocationConstraint>`)
        : no('NotImplemented')
    const operation = operations[request.method ?? '']
    if (!operation) return no('MethodNotAllowed')
    if (peer.denied.includes(operation)) return no('AccessDenied')
    if (operation === 'write') return put(request, response, key, body, checked.payload, behaviour, no)
    const found = objects.get(key)
    if (operation === 'remove') {
      held_bytes -= found?.length ?? 0
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (!found) return no('NoSuchKey')
    response
      .writeHead(200, {
        'content-length': found.length,
        etag: etag(found),
        'content-type': 'application/octet-stream',
      })
      .end(request.method === 'HEAD' ? undefined : found)
  }

  function put(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    body: Buffer,
    payload: string,
    behaviour: StorageBehaviour,
    no: (code: string) => void,
  ): void {
    if (request.headers['content-length'] === undefined) return no('MissingContentLength')
    if (/aws-chunked/.test(request.headers['content-encoding'] ?? '') || payload.startsWith('STREAMING-'))
      return no('NotImplemented')
    if (behaviour === 'full') return no('XMinioStorageFull')
    if (payload !== 'UNSIGNED-PAYLOAD' && createHash('sha256').update(body).digest('hex') !== payload)
      return no('XAmzContentSHA256Mismatch')
    const md5 = request.headers['content-md5']
    if (md5 !== undefined && createHash('md5').update(body).digest('base64') !== md5) return no('BadDigest')
    held_bytes += body.length - (objects.get(key)?.length ?? 0)
    objects.delete(key)
    objects.set(key, body)
    for (const [old, one] of objects) {
      if (held_bytes <= max_total_bytes || old === key) break
      objects.delete(old)
      held_bytes -= one.length
    }
    if (behaviour === 'keeps_and_fails') return no('InternalError')
    if (behaviour === 'keeps_and_cuts') return void request.socket.destroy()
    response.writeHead(200, { etag: etag(body) }).end()
  }
}

const etag = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`

function refuse(response: ServerResponse, code: string, head: boolean, region: string): void {
  const status = statuses[code] ?? 403
  const region_element = code === 'AuthorizationHeaderMalformed' ? `<Region>${region}</Region>` : ''
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(
      head
        ? undefined
        : `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>The request ` +
            `was refused</Message>${region_element}</Error>`,
    )
}

/** The body; undefined if the request was cut off. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part as Buffer)
    return Buffer.concat(parts)
  } catch {
    return undefined
  }
}
