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
  type SyslogPort,
  type SyslogTarget,
} from '#src/ports/syslog-port.ts'
import { tlsErrorIn, tlsSaid } from '#src/core/tls-error.ts'

export type SyslogOptions = Reach & {
  /** How long to wait for the connection, and for a peer that does not read. */
  timeout_ms?: number
}

export function tcpSyslog({ allow_loopback, timeout_ms = 10_000 }: SyslogOptions): SyslogPort {
  return {
    async connect(place) {
      const plain = await dial({ ...place, reach: { allow_loopback }, timeout_ms }).catch(
        (error: unknown) => {
          throw error instanceof DialError ? new SyslogError(error.step, error.message) : error
        },
      )
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
  let said: string = deviceSentence('syslog_closed')
  const ended = new Promise<void>((resolve) => {
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      said = deviceSentence('connection_broke', { code })
    })
    socket.once('close', () => resolve())
    socket.once('end', () => socket.destroy()) // a peer that ends its side reads nothing more
  })
  socket.resume() // nothing is expected, but unread data must not block the connection
  return {
    ended,
    close: () => void socket.end(),
    send(messages) {
      const framed = Buffer.concat(messages.flatMap(framing === 'octets' ? counted : onOneLine))
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          said = deviceSentence('syslog_full')
          socket.destroy()
        }, timeout_ms)
        const over = () => {
          clearTimeout(timer)
          reject(new SyslogError('send', said))
        }
        socket.once('close', over)
        if (socket.destroyed) return over()
        socket.write(framed, (error) => {
          if (error) return // `close` follows
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
