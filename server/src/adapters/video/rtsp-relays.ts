/**
 * Offers the streams of cameras on loopback, for the analysis application. The relay connects by the address
 * rule, verifies and signs in (docs/decisions/0084). The answer to the first request reports a failure.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { CameraError } from '#src/ports/camera-port.ts'
import type { RelayedSource, StreamRelayPort } from '#src/ports/stream-relay-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { refusalOf } from './rtsp-answer.ts'
import { sharedStreams, type Seat, type SharedStreams } from './shared-streams.ts'
import { createRtspReader, fieldOf, messageOf } from './rtsp-reader.ts'

const max_clients = 256
/** How old the first picture may be that the application gets of a stream that is open already. */
const replay_ms = 5_000
/** A client that has sent no request by then is disconnected. */
const first_request_ms = 5_000

/** `streams`: the sessions that the device's own readers share. */
export function rtspRelays(reach: Reach, streams: SharedStreams = sharedStreams(reach)): StreamRelayPort {
  // Another program on the box does not know the path, so it gets nothing.
  const secret = randomBytes(16).toString('hex')
  const clients = new Set<Socket>()
  let server: Server | undefined
  const origin = (): string => {
    const bound = server?.address() as AddressInfo | null | undefined
    return bound ? `rtsp://127.0.0.1:${bound.port}` : ''
  }
  const baseOf = (name: string): string => `${origin()}/${secret}/${encodeURIComponent(name)}`

  async function serve(client: Socket, find: (name: string) => RelayedSource | undefined): Promise<void> {
    const { head, bytes } = await firstRequest(client)
    const name = nameIn(head, `${origin()}/${secret}/`)
    if (name === undefined) return void client.destroy()
    let [seat, source]: [Seat | undefined, RelayedSource | undefined] = [undefined, undefined]
    try {
      source = find(name)
      if (!source) return void client.destroy()
      seat = await streams.join(source)
    } catch (error) {
      return void client.end(refusal(head, error))
    }
    if (client.destroyed) return seat.leave()
    client.unshift(bytes)
    seat.serve({ socket: client, base: baseOf(name), replay_ms, signed: source.signed })
    client.resume()
  }

  return {
    async start(find) {
      const made = createServer((client) => {
        clients.add(client)
        client.once('close', () => clients.delete(client))
        client.on('error', () => client.destroy())
        serve(client, find).catch(() => client.destroy())
      })
      made.maxConnections = max_clients
      await new Promise<void>((resolve, reject) => {
        made.once('error', reject)
        made.listen({ port: 0, host: '127.0.0.1' }, resolve)
      })
      server = made
    },
    addressOf: (name) => (origin() === '' ? '' : baseOf(name)),
    async stop() {
      const stopped = server
      server = undefined
      for (const client of clients) client.destroy()
      if (stopped) await new Promise<void>((resolve) => stopped.close(() => resolve()))
    },
  }
}

/**
 * The first request, and its bytes as they came. Rejects if they are not RTSP, or if the client sends
 * nothing.
 */
function firstRequest(client: Socket): Promise<{ head: string[]; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const read = createRtspReader()
    const received: Buffer[] = []
    const timer = setTimeout(() => reject(new Error('There is no request')), first_request_ms)
    const receive = (chunk: Buffer): void => {
      received.push(chunk)
      try {
        const [first] = read(chunk)
        if (first === undefined) return
        if (first.kind !== 'message') throw new Error('This is not a request')
        end()
        client.pause()
        resolve({ head: first.head, bytes: Buffer.concat(received) })
      } catch (error) {
        end()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    const closed = (): void => {
      end()
      reject(new Error('The client is gone'))
    }
    const end = (): void => {
      clearTimeout(timer)
      client.off('data', receive)
      client.off('close', closed)
    }
    client.on('data', receive)
    client.once('close', closed)
  })
}

/** The name of the stream that a request asks for. */
function nameIn(head: readonly string[], base: string): string | undefined {
  const uri = head[0]?.split(' ')[1] ?? ''
  if (!uri.startsWith(base)) return undefined
  const [name = ''] = uri.slice(base.length).split(/[/?]/)
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

/** The answer to a request for a camera that could not be connected to. */
function refusal(head: readonly string[], error: unknown): Buffer {
  const { step, reason } = error instanceof CameraError ? error : { step: 'reach', reason: undefined }
  const cseq = fieldOf(head, 'cseq') ?? '1'
  if (step === 'signin') return messageOf(['RTSP/1.0 401 Unauthorized', `CSeq: ${cseq}`], Buffer.alloc(0))
  const why = reason?.startsWith('tls_')
    ? 'certificate'
    : step === 'profile'
      ? 'other_view'
      : step === 'port'
        ? 'refused'
        : 'unreachable'
  return refusalOf(why, cseq)
}
