/**
 * Lets ffmpeg read a camera's stream: the relay holds the only connection that leads to the camera, signs in
 * itself, and accepts one connection on loopback (docs/decisions/0084).
 */
import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { VideoSource } from '#src/ports/video-port.ts'
import { createSigner, type Login } from '../http/http-auth.ts'
import { answerFor, isOverTcp, refusalOf, type Asked, type Refusal } from './rtsp-answer.ts'
import { createRtspReader, fieldOf, messageOf } from './rtsp-reader.ts'

export type Relay = { url: URL; close(): void }

type Request = Asked & { uri: string; fields: string[]; body: Buffer; tries: number }

/** `camera` is a connection to the host of `source.url` (`connectStream`); it ends with the relay. */
export async function openRelay(camera: Socket, source: VideoSource): Promise<Relay> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, resolve)
  })
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
    relayBetween(socket, camera, { base, real: withoutLogin(source.url), login: source }, close)
  })
  return { url: new URL(base), close }
}

/** The address of a stream as the camera gets it. */
export const withoutLogin = (url: string): string => {
  const { protocol, host, pathname, search } = new URL(url)
  return `${protocol}//${host}${pathname}${search}`
}

/** `base`: the address that the client uses for `real`, the address of the stream on the camera. */
export type RelayOptions = { base: string; real: string; login: Login }

/** Forwards messages between client and camera until one of them ends; `close` must end both. */
export function relayBetween(
  client: Socket,
  camera: Socket,
  { base, real, login }: RelayOptions,
  close: () => void,
): void {
  const waiting = new Map<string, Request>()
  const signer = createSigner(login)
  let [cseq, begun] = [0, false]
  const send = (request: Request): void => {
    const { method, uri, fields, body } = request
    const number = String(++cseq)
    waiting.set(number, { ...request, tries: request.tries + 1 })
    const authorization = signer.sign(method, uri, body)
    const signed = authorization === '' ? [] : [`Authorization: ${authorization}`]
    camera.write(messageOf([`${method} ${uri} RTSP/1.0`, `CSeq: ${number}`, ...fields, ...signed], body))
  }
  const refuse = (why: Refusal, number: string): void => {
    client.end(refusalOf(why, number), () => close())
  }
  /** Handles what the client sends: its address is replaced by the camera's, which the sign-in covers. */
  const ask = (head: string[], body: Buffer): void => {
    const [, method = '', uri = ''] = /^(\S+) (.*) RTSP\/\d\.\d$/.exec(head[0]!) ?? []
    const ours = uri === base || uri.startsWith(`${base}/`) || uri.startsWith(`${base}?`)
    if (method === '' || (!ours && !begun)) return close()
    begun = true
    const [number, transport] = [fieldOf(head, 'cseq') ?? '', fieldOf(head, 'transport') ?? '']
    if (method === 'SETUP' && !isOverTcp(transport))
      return void client.write(
        messageOf(['RTSP/1.0 461 Unsupported Transport', `CSeq: ${number}`], Buffer.alloc(0)),
      )
    const fields = head.slice(1).filter((line) => !/^(cseq|authorization):/i.test(line))
    // A name in the camera's description may be an absolute address: it is asked for on this connection.
    const to = ours ? real + uri.slice(base.length) : uri
    send({ method, uri: to, fields, body, cseq: number, transport, tries: 0 })
  }
  /** A request of the camera is answered here; one that leads to another place ends the stream. */
  const answerCamera = (head: string[]): void => {
    const method = /^\S+/.exec(head[0]!)?.[0].toUpperCase() ?? ''
    if (method === 'REDIRECT') {
      const [pending] = waiting.values()
      return pending ? refuse('elsewhere', pending.cseq) : close()
    }
    const known = ['OPTIONS', 'GET_PARAMETER', 'SET_PARAMETER'].includes(method)
    const fields = [`CSeq: ${fieldOf(head, 'cseq') ?? '0'}`]
    camera.write(
      messageOf([known ? 'RTSP/1.0 200 OK' : 'RTSP/1.0 501 Not Implemented', ...fields], Buffer.alloc(0)),
    )
  }
  const answer = (head: string[], body: Buffer): void => {
    const status = Number(/^RTSP\/\d\.\d (\d{3})/.exec(head[0]!)?.[1])
    if (Number.isNaN(status)) return answerCamera(head)
    if (status < 200) return
    const number = fieldOf(head, 'cseq') ?? ''
    const request = waiting.get(number)
    if (!request) return close()
    waiting.delete(number)
    const challenges = fieldOf(head, 'www-authenticate')
    const may_sign = status === 401 && request.tries < 2 && login.username !== ''
    if (may_sign && challenges !== undefined && signer.take(challenges)) return send(request)
    const shown = answerFor(request, status, head, body)
    if (typeof shown === 'string') refuse(shown, request.cseq)
    else client.write(shown)
  }
  const pipe = (from: Socket, to: Socket, message: (head: string[], body: Buffer) => void): void => {
    const read = createRtspReader()
    from.on('data', (chunk: Buffer) => {
      try {
        for (const part of read(chunk)) {
          if (part.kind === 'message') message(part.head, part.body)
          else if (to.writable && !to.write(part.bytes)) {
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
  // The last message from the client ends its session at the camera.
  client.on('close', () => camera.end(() => camera.destroy()))
}
