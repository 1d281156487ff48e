/** Servers with each kind of certificate, for tests of outbound TLS: they record what they receive. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { TLSSocket, type TLSSocketOptions } from 'node:tls'
import { issue, type Issued } from './authority.ts'

const day_ms = 86_400_000

/** A valid certificate of a server named localhost, and faulty ones. */
export function certificatesAt(now: number) {
  const authority = issue('A private authority', now, { ca: true })
  const names = ['localhost']
  const from_to = { from_ms: now - 9 * day_ms, to_ms: now - day_ms }
  return {
    authority,
    good: issue('localhost', now, { names }, authority),
    wrong_name: issue('elsewhere', now, { names: ['elsewhere.example'] }, authority),
    expired: issue('localhost', now, { names, ...from_to }, authority),
    self_signed: issue('localhost', now, { names }),
  }
}
export type CertificateKind = keyof ReturnType<typeof certificatesAt>

export type FakeServer = {
  port: number
  heard: () => string
  handshakes: () => number
  stop(): Promise<void>
}

/**
 * `speak` gets each connection once it is encrypted; by default nothing is answered. `before`: the
 * unencrypted dialogue, a greeting and then one line per received line; after the last one the connection is
 * encrypted. `tls`: what else the encrypted side demands.
 */
export async function startFake(
  { cert, key_pem }: Issued,
  speak: (socket: TLSSocket) => void = () => undefined,
  before: readonly string[] = [],
  tls: TLSSocketOptions = {},
): Promise<FakeServer> {
  let [heard, handshakes] = ['', 0]
  const open = new Set<Socket>()
  const encrypt = (plain: Socket) => {
    const socket = new TLSSocket(plain, { isServer: true, cert, key: key_pem, ...tls })
    socket.on('error', () => undefined)
    socket.on('secure', () => {
      handshakes++
      speak(socket)
    })
    socket.on('data', (chunk: Buffer) => void (heard += chunk.toString('latin1')))
  }
  const server = createServer((plain) => {
    open.add(plain)
    plain.on('error', () => undefined)
    const left = [...before]
    const next = () => {
      plain.write(left.shift()!)
      if (left.length > 0) plain.once('data', next)
      else encrypt(plain)
    }
    if (left.length > 0) {
      plain.write(left.shift()!)
      plain.once('data', next)
    } else encrypt(plain)
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

/** Forwards the decrypted data of each connection to a server without TLS. */
export const inFrontOf = (port: number) => (socket: TLSSocket) => {
  const plain = connect(port, '127.0.0.1')
  plain.on('error', () => socket.destroy())
  socket.on('close', () => plain.destroy())
  socket.pipe(plain).pipe(socket)
}
