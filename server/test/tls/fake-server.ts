/** Servers with a certificate of each kind, for tests of outbound TLS: they record what arrives after it. */
import { connect, type AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { issue, type Issued } from './authority.ts'

export type Certificates = ReturnType<typeof certificatesAt>

/** The certificate of a server that calls itself localhost, and those that something is wrong with. */
export function certificatesAt(now: number) {
  const day_ms = 86_400_000
  const authority = issue('A private authority', now, { ca: true })
  return {
    authority,
    good: issue('localhost', now, { names: ['localhost'] }, authority),
    wrong_name: issue('elsewhere', now, { names: ['elsewhere.example'] }, authority),
    expired: issue(
      'localhost',
      now,
      { names: ['localhost'], from_ms: now - 9 * day_ms, to_ms: now - day_ms },
      authority,
    ),
    self_signed: issue('localhost', now, { names: ['localhost'] }),
  }
}

export type FakeServer = {
  port: number
  heard: () => string
  handshakes: () => number
  stop(): Promise<void>
}

/** `speak` gets each connection; by default nothing is answered. */
export async function startFake(
  { cert, key_pem }: Issued,
  speak: (socket: TLSSocket) => void = () => undefined,
): Promise<FakeServer> {
  let heard = ''
  let handshakes = 0
  const open = new Set<TLSSocket>()
  const server = createServer({ cert, key: key_pem }, (socket) => {
    handshakes++
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => void (heard += chunk.toString('latin1')))
    speak(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => heard,
    handshakes: () => handshakes,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Passes the plain side of each connection on to a server that knows no TLS. */
export const inFrontOf = (port: number) => (socket: TLSSocket) => {
  const plain = connect(port, '127.0.0.1')
  plain.on('error', () => socket.destroy())
  socket.on('close', () => plain.destroy())
  socket.pipe(plain).pipe(socket)
}
