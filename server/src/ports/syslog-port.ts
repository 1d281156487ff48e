/** A connection to a syslog server (RFC 5424 over TCP, RFC 5425 over TLS). */
import type { SyslogStep, TlsError } from '@parking/contract'
import { PortError } from './port-error.ts'

export type SyslogPlace = { host: string; port: number; protocol: 'tls' | 'tcp'; trust: string }

export type SyslogConnection = {
  /** Resolves once the system has taken the messages: nothing says whether they arrived. */
  send(messages: readonly Buffer[]): Promise<void>
  /** Resolves when the connection has ended, whatever the reason. */
  readonly ended: Promise<void>
  /** Ends it in order: what was sent still goes out. */
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
  connect(place: SyslogPlace): Promise<SyslogConnection>
}
