/** Handing a mail to a mail server, in our words. */
import type { MailStep, TlsError } from '@parking/contract'

export type MailServer = {
  /** `host`, `host:port`, or with `smtp://` or `smtps://` before it, as the contract's mailServerOf reads it. */
  server: string
  /** Empty: no sign-in. */
  user: string
  password: string
}
export type Mail = {
  from: { name: string; address: string }
  to: readonly string[]
  subject: string
  /** Lines end with `\n`. */
  text: string
  /** Tells the same mail from another where it arrives twice: letters, digits and dots. */
  id: string
  date: Date
}
export type MailRefusal = {
  address: string
  said: string
  /** False where the server may take it later. */ for_good: boolean
}
export type MailOutcome = {
  /** The first step that failed; undefined where at least one recipient was taken and the mail with it. */
  failed: MailStep | undefined
  tls: TlsError | undefined
  /** The server's own words, of the failure or of the success. */
  said: string
  protection: 'tls' | 'starttls' | 'none'
  signed_in: boolean
  accepted: string[]
  refused: MailRefusal[]
}

export type MailPort = {
  /** Never throws. A password is never sent over a connection that is not encrypted, and a certificate is always checked. */
  send(server: MailServer, mail: Mail, signal?: AbortSignal): Promise<MailOutcome>
}
