/**
 * Lets ffmpeg read an encrypted stream: Debian 12's ffmpeg verifies no certificate on rtsps. This relay holds
 * the verified connection, signs in itself, and accepts one plain connection on loopback
 * (docs/decisions/0043).
 */
import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { VideoSource } from '#src/ports/video-port.ts'
import { answerTo } from '../http/http-auth.ts'
import { createRtspReader, fieldOf, messageOf } from './rtsp-reader.ts'

export type Relay = { url: URL; close(): void }

type Request = { head: string[]; body: Buffer; asked_cseq: string; tries: number }

/** `camera` is a verified connection to the host of `source.url`; it ends with the relay. */
export async function openRelay(camera: TLSSocket, source: VideoSource): Promise<Relay> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, resolve)
  })
  const real = new URL(source.url)
  // Another program on the box does not know the path: all it can do is end this relay.
  const base = `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/${randomBytes(16).toString('hex')}`
  let client: Socket | undefined
  const close = () => {
    server.close()
    client?.destroy()
    camera.destroy()
  }
  camera.on('error', close)
  camera.once('close', close)
  server.once('connection', (socket) => {
    server.close()
    client = socket
    relayBetween(socket, camera, { base, real: `rtsps://${real.host}`, login: source }, close)
  })
  return { url: new URL(`${base}${real.pathname}${real.search}`), close }
}

/** `base`: the address that the client uses for `real`, the address on the camera. */
export type RelayOptions = { base: string; real: string; login: { username: string; password: string } }

/** Forwards messages between client and camera until one of them ends; `close` must end both. */
export function relayBetween(
  client: Socket,
  camera: TLSSocket,
  { base, real, login }: RelayOptions,
  close: () => void,
): void {
  const waiting = new Map<string, Request>()
  let [cseq, challenge, begun] = [0, '', false]
  const send = (request: Request): void => {
    const [method = '', uri = ''] = request.head[0]!.split(' ')
    const authorization =
      challenge === '' || login.username === '' ? undefined : answerTo(challenge, login, method, uri)
    const number = String(++cseq)
    waiting.set(number, { ...request, tries: request.tries + 1 })
    const fields = request.head.slice(1).filter((line) => !/^(cseq|authorization):/i.test(line))
    camera.write(
      messageOf(
        [
          request.head[0]!,
          `CSeq: ${number}`,
          ...fields,
          ...(authorization ? [`Authorization: ${authorization}`] : []),
        ],
        request.body,
      ),
    )
  }
  /** Handles what ffmpeg sends: its address is replaced by the camera's, which the sign-in covers. */
  const ask = (head: string[], body: Buffer): void => {
    const [method, uri = '', version] = head[0]!.split(' ')
    if (method?.startsWith('RTSP/')) return void camera.write(messageOf(head, body)) // answers the camera
    const ours = uri === base || uri.startsWith(`${base}/`) || uri.startsWith(`${base}?`)
    if (!ours && !begun) return close()
    begun = true
    const to = ours ? real + uri.slice(base.length) : uri
    send({
      head: [`${method} ${to} ${version}`, ...head.slice(1)],
      body,
      asked_cseq: fieldOf(head, 'cseq') ?? '',
      tries: 0,
    })
  }
  /** Handles what the camera sends. It may not lead ffmpeg elsewhere, where nothing would be verified. */
  const answer = (head: string[], body: Buffer): void => {
    const status = Number(/^RTSP\/\d\.\d (\d{3})/.exec(head[0]!)?.[1])
    if (Number.isNaN(status))
      return /^REDIRECT /i.test(head[0]!) ? close() : void client.write(messageOf(head, body))
    if (status >= 300 && status <= 399) return close()
    const request = waiting.get(fieldOf(head, 'cseq') ?? '')
    if (!request) return close()
    waiting.delete(fieldOf(head, 'cseq')!)
    const asked = fieldOf(head, 'www-authenticate')
    if (status === 401 && asked !== undefined && request.tries < 2 && login.username !== '') {
      challenge = asked
      return send(request)
    }
    const fields = head.slice(1).filter((line) => !/^(cseq|www-authenticate|location):/i.test(line))
    client.write(messageOf([head[0]!, `CSeq: ${request.asked_cseq}`, ...fields], body))
  }
  const pipe = (from: Socket, to: Socket, message: (head: string[], body: Buffer) => void): void => {
    const read = createRtspReader()
    from.on('data', (chunk: Buffer) => {
      try {
        for (const part of read(chunk)) {
          if (part.kind === 'message') message(part.head, part.body)
          else if (!to.write(part.bytes)) {
            from.pause()
            to.once('drain', () => from.resume())
          }
        }
      } catch {
        close()
      }
    })
  }
  pipe(client, camera, ask)
  pipe(camera, client, answer)
  client.on('error', close)
  // The last message from ffmpeg ends its session at the camera.
  client.on('close', () => camera.end(() => camera.destroy()))
}
