/** Answers that a quirk writes to the socket itself, at the picture address and at an address of a film. */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { CameraContext } from '../camera-options.ts'
import type { Wire } from '../wire.ts'

export type Parts = readonly (string | Buffer)[]
export const bytesOf = (parts: Parts): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

type Raw = (socket: Socket, jpeg: Buffer, request: IncomingMessage, camera: CameraContext) => void

const at =
  (path: string, answer: Raw): Wire['http'] =>
  (request, _, camera) => {
    if (request.url?.startsWith(path) !== true) return false
    const write = (jpeg: Buffer) => answer(request.socket, jpeg, request, camera)
    void camera.options.frame({ pan: 0, tilt: 0, zoom: 0 }, '').then(write, () => request.socket.destroy())
    return true
  }

/** Answers the picture address with these bytes, and ends the connection unless it `stays_open`. */
export const raw = (parts: (jpeg: Buffer) => Parts, { stays_open = false } = {}): Wire => ({
  http: at('/snapshot', (socket, jpeg) => {
    socket.write(bytesOf(parts(jpeg)))
    if (!stays_open) socket.end()
  }),
})

const picture_ms = 40

/** Sends a film at `/film`: `head` once, and `part` for each picture. */
export const film = (head: Parts, part: (jpeg: Buffer, number: number) => Parts): Wire => ({
  http: at('/film', (socket, jpeg) => {
    socket.write(bytesOf(head))
    let number = 0
    const send = () => socket.write(bytesOf(part(jpeg, number++)))
    send()
    const timer = setInterval(send, picture_ms)
    socket.once('close', () => clearInterval(timer))
    socket.on('error', () => undefined)
  }),
})

/** What a camera asks for at its picture address, and what it accepts. */
export type Challenge = {
  /** The lines of WWW-Authenticate for a nonce. */
  lines: (nonce: string) => readonly string[]
  /** A hash of node:crypto. */
  hash?: string
  /** The session variant (`-sess`) of the algorithm. */
  session?: true
  /** The one quality of protection that is accepted; without it, that of RFC 2069. */
  qop?: 'auth' | 'auth-int'
  /** It has to come back as it is. */
  opaque?: string
  /** The name has to come as a hash (RFC 7616, section 3.4.4). */
  userhash?: true
  /** The first nonces that are too old when they come back. */
  stale?: number
  /** Written behind the head of each 401, whose connection stays open. */
  page?: string
}

/** Protects the picture address by a digest that it calculates itself, each nonce for one request. */
export function digestAt(challenge: Challenge, realm = 'IP Camera'): Wire {
  const issued = new Set<string>()
  let stale = challenge.stale ?? 0
  const hash = (text: string) =>
    createHash(challenge.hash ?? 'md5')
      .update(text)
      .digest('hex')
  const isGood = (request: IncomingMessage, { options, username }: CameraContext): boolean => {
    const fields = Object.fromEntries(
      [...(request.headers.authorization ?? '').matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].map(
        ([, name, quoted, bare]) => [name!, quoted ?? bare!],
      ),
    )
    const { nonce = '', cnonce = '', nc = '', qop, uri = '' } = fields
    if (!issued.delete(nonce)) return false
    const plain = hash(`${username}:${realm}:${options.password}`)
    const ha1 = challenge.session ? hash(`${plain}:${nonce}:${cnonce}`) : plain
    const ha2 = hash(`GET:${request.url ?? ''}${challenge.qop === 'auth-int' ? `:${hash('')}` : ''}`)
    const middle = challenge.qop ? `:${nc}:${cnonce}:${challenge.qop}` : ''
    const name = challenge.userhash ? hash(`${username}:${realm}`) : username
    return (
      qop === challenge.qop &&
      uri === request.url &&
      fields['username'] === name &&
      fields['opaque'] === challenge.opaque &&
      (challenge.qop === undefined || nc === '00000001') &&
      fields['response'] === hash(`${ha1}:${nonce}${middle}:${ha2}`)
    )
  }
  return {
    http: at('/snapshot', (socket, jpeg, request, camera) => {
      const signed = isGood(request, camera)
      const is_stale = signed && stale > 0
      if (is_stale) stale--
      if (signed && !is_stale)
        return void socket.end(bytesOf([`HTTP/1.1 200 OK\r\nContent-Length: ${jpeg.length}\r\n\r\n`, jpeg]))
      const nonce = randomBytes(8).toString('hex')
      issued.add(nonce)
      const lines = challenge.lines(nonce).map((line) => `WWW-Authenticate: ${line}\r\n`)
      const said = is_stale ? lines.map((line) => line.replace('\r\n', ', stale=true\r\n')) : lines
      socket.write(bytesOf(['HTTP/1.1 401 Unauthorized\r\n', ...said, '\r\n', challenge.page ?? '']))
      if (challenge.page === undefined) socket.end()
    }),
  }
}
