/**
 * The SyslogPort over TCP or TLS (RFC 6587, RFC 5425). With octet counting (`LENGTH SPACE MESSAGE`, the
 * length in bytes) a message may contain line feeds; with newlines it may not.
 */
import type { Socket } from 'node:net'
import { deviceSentence } from '@parking/contract'
import { dial, DialError } from '#src/core/outbound/dial.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { openTls } from '#src/core/outbound/trust.ts'
import {
  SyslogError,
  type SyslogConnection,
  type SyslogEnd,
  type SyslogPort,
  type SyslogTarget,
} from '#src/ports/syslog-port.ts'
import { tlsErrorIn, tlsErrorOf, tlsSaid } from '#src/core/tls-error.ts'

export type SyslogOptions = Reach & {
  /** How long to wait for the connection, and for a peer that does not read. */
  timeout_ms?: number
}

export function tcpSyslog({ timeout_ms = 10_000, ...reach }: SyslogOptions): SyslogPort {
  return {
    async connect(place) {
      const plain = await dial({ ...place, reach, timeout_ms }).catch((error: unknown) => {
        throw error instanceof DialError ? new SyslogError(error.step, error.message) : error
      })
      if (place.protocol === 'tcp') return connectionOver(plain, place.framing, timeout_ms)
      try {
        const secure = await openTls(plain, place.host, place.trust, { timeout_ms })
        return connectionOver(secure, place.framing, timeout_ms)
      } catch (error) {
        plain.destroy()
        throw new SyslogError('tls', tlsSaid(error), tlsErrorIn(error))
      }
    },
  }
}

function connectionOver(
  socket: Socket,
  framing: SyslogTarget['framing'],
  timeout_ms: number,
): SyslogConnection {
  let error = new SyslogError('send', deviceSentence('syslog_closed'))
  let in_order = false
  const ended = new Promise<SyslogEnd>((resolve) => {
    socket.on('error', (failure: NodeJS.ErrnoException) => {
      const { code = '' } = failure
      const tls = tlsErrorOf(code)
      // With TLS 1.3 a server refuses a client only after the handshake.
      error =
        tls === 'other'
          ? new SyslogError('send', deviceSentence('connection_broke', { code }))
          : new SyslogError('tls', tlsSaid(failure), tls)
    })
    socket.once('close', () => resolve({ in_order, error }))
    socket.once('end', () => {
      in_order = true
      socket.destroy() // a peer that ends its side reads nothing more
    })
  })
  socket.resume() // nothing is expected, but unread data must not block the connection
  return {
    ended,
    close: () => void socket.end(),
    send(messages) {
      const framed = Buffer.concat(messages.flatMap(framing === 'octets' ? counted : onOneLine))
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          error = new SyslogError('send', deviceSentence('syslog_full'))
          socket.destroy()
        }, timeout_ms)
        const over = () => {
          clearTimeout(timer)
          reject(error)
        }
        socket.once('close', over)
        if (socket.destroyed) return over()
        socket.write(framed, (failed) => {
          if (failed) return // `close` follows
          clearTimeout(timer)
          socket.off('close', over)
          resolve()
        })
      })
    },
  }
}

const counted = (message: Buffer): Buffer[] => [Buffer.from(`${message.length} `), message]

const line_end = Buffer.from('\n')
const onOneLine = (message: Buffer): Buffer[] => [
  message.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte)) as Buffer,
  line_end,
]
