/** HTTPS and HTTP on one port: the first byte tells them apart. */
import type { Socket } from 'node:net'
import { createServer, type Server, type TlsOptions, type TLSSocket } from 'node:tls'
import type { DeviceCertificate } from '#src/tls/device-certificate.ts'

/** The type of a TLS record that opens a connection. No HTTP method begins with it. */
const handshake = 0x16

export type TlsSide = {
  /** Waits for the first byte and passes the connection on. */
  take(socket: Socket, serve: (socket: Socket | TLSSocket) => void): void
  stop(): void
}

export function openTlsSide(
  certificate: DeviceCertificate,
  { first_byte_ms, handshake_ms }: { first_byte_ms: number; handshake_ms: number },
): TlsSide {
  const options = (): TlsOptions => ({
    ...certificate.current,
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    // For TLS 1.2 only ciphers that protect recorded traffic after a theft of the key (forward secrecy);
    // those of 1.3 all do.
    ciphers: [
      'TLS_AES_128_GCM_SHA256',
      'TLS_AES_256_GCM_SHA384',
      'TLS_CHACHA20_POLY1305_SHA256',
      'ECDHE-ECDSA-AES128-GCM-SHA256',
      'ECDHE-RSA-AES128-GCM-SHA256',
      'ECDHE-ECDSA-AES256-GCM-SHA384',
      'ECDHE-RSA-AES256-GCM-SHA384',
      'ECDHE-ECDSA-CHACHA20-POLY1305',
      'ECDHE-RSA-CHACHA20-POLY1305',
    ].join(':'),
    honorCipherOrder: true,
  })
  const server: Server = createServer({
    ...options(),
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: handshake_ms,
  })
  /** Connections whose protocol is not known yet, or whose handshake is in progress. */
  const undecided = new Set<Socket>()
  const served = new Map<string, (socket: TLSSocket) => void>()
  // Open connections keep the certificate that they began with.
  const unsubscribe = certificate.subscribe(() => server.setSecureContext(options()))
  server.on('secureConnection', (socket) => served.get(peerOf(socket))?.(socket))
  server.on('tlsClientError', (_error, socket) => socket.destroy())

  return {
    take(socket, serve) {
      const peer = peerOf(socket)
      const late = () => socket.destroy()
      undecided.add(socket)
      socket.on('error', late)
      socket.once('close', () => {
        undecided.delete(socket)
        served.delete(peer)
      })
      socket.setTimeout(first_byte_ms, late)
      socket.once('data', (first: Buffer) => {
        socket.setTimeout(0).off('timeout', late)
        socket.pause()
        socket.unshift(first)
        if (first[0] === handshake) {
          served.set(peer, (secure) => {
            undecided.delete(socket)
            serve(secure)
          })
          server.emit('connection', socket)
        } else {
          undecided.delete(socket)
          serve(socket)
          process.nextTick(() => socket.resume())
        }
      })
    },
    stop() {
      unsubscribe()
      for (const socket of undecided) socket.destroy()
    },
  }
}

/**
 * Identifies a connection at both of its layers: node:tls does not report which socket a TLS socket is on.
 */
export const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
  `${remoteAddress} ${remotePort}`
