/** A connection to a syslog server (RFC 5424 over TCP, RFC 5425 over TLS). */
import type { SyslogStep, TlsError } from '@parking/contract'
import { PortError } from './port-error.ts'

export type SyslogTarget = {
  host: string
  port: number
  protocol: 'tls' | 'tcp'
  /** Where a message ends on the connection. */
  framing: 'octets' | 'newline'
  trust: string
}

/** `in_order`: the server closed the connection, and so has read what had arrived. */
export type SyslogEnd = { in_order: boolean; error: SyslogError }

export type SyslogConnection = {
  /** Resolves once the operating system has taken the messages; nothing confirms that they arrived. */
  send(messages: readonly Buffer[]): Promise<void>
  /** Resolves when the connection has ended. */
  readonly ended: Promise<SyslogEnd>
  /** Closes the connection cleanly: what was sent is still transmitted. */
  close(): void
}

export class SyslogError extends PortError<undefined, SyslogStep> {
  override readonly name = 'SyslogError'
  readonly tls: TlsError | undefined
  constructor(step: SyslogStep, said: string, tls?: TlsError) {
    super(said, { reason: undefined, step })
    this.tls = tls
  }
}

export type SyslogPort = {
  /** Rejects with a SyslogError. */
  connect(place: SyslogTarget): Promise<SyslogConnection>
}
