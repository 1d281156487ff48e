/**
 * The SyslogPort over TCP or TLS with octet counting (RFC 6587, RFC 5425): `LENGTH SPACE MESSAGE`, the length
 * in bytes, so that a message may contain line feeds.
 */
import type { Socket } from 'node:net'
import { dial, DialError } from '#src/core/outbound/dial.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { openTls } from '#src/core/outbound/trust.ts'
import { SyslogError, type SyslogConnection, type SyslogPort } from '#src/ports/syslog-port.ts'
import { tlsErrorIn } from '#src/core/tls-error.ts'

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
      if (place.protocol === 'tcp') return connectionOver(plain, timeout_ms)
      plain.setTimeout(timeout_ms, () => plain.destroy(new Error('No answer in time')))
      try {
        const secure = await openTls(plain, place.host, place.trust)
        plain.setTimeout(0)
        return connectionOver(secure, timeout_ms)
      } catch (error) {
        plain.destroy()
        throw new SyslogError('tls', messageOf(error), tlsErrorIn(error))
      }
    },
  }
}

function connectionOver(socket: Socket, timeout_ms: number): SyslogConnection {
  let said = 'The connection was closed'
  const ended = new Promise<void>((resolve) => {
    socket.on('error', (error) => void (said = messageOf(error)))
    socket.once('close', () => resolve())
    socket.once('end', () => socket.destroy()) // a peer that ends its side reads nothing more
  })
  socket.resume() // nothing is expected, but unread data must not block the connection
  return {
    ended,
    close: () => void socket.end(),
    send(messages) {
      const framed = Buffer.concat(
        messages.flatMap((message) => [Buffer.from(`${message.length} `), message]),
      )
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          said = 'The server takes nothing more'
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

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
