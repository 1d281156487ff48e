/** Sends a mail through a mail server. */
import type { MailStep, TlsError } from '@parking/contract'

export type MailServer = {
  /**
   * `host`, `host:port`, or with `smtp://` or `smtps://` before it, as mailServerOf of the contract reads it.
   */
  server: string
  /** Empty: no sign-in. */
  user: string
  password: string
  /**
   * What its certificate is verified against (contract/src/core/server-trust.ts); empty: the system's
   * authorities.
   */
  trust?: string
}
export type Mail = {
  from: { name: string; address: string }
  to: readonly string[]
  subject: string
  /** Lines end with `\n`. */
  text: string
  /** Identifies the mail if it arrives twice: letters, digits and dots. */
  id: string
  date: Date
}
export type MailRefusal = {
  address: string
  said: string
  /** False if the server may accept it later. */
  for_good: boolean
}
export type MailOutcome = {
  /** The first step that failed; undefined if the mail was accepted for at least one recipient. */
  failed: MailStep | undefined
  tls: TlsError | undefined
  /** The server's message about the failure or the success. */
  said: string
  protection: 'tls' | 'starttls' | 'none'
  signed_in: boolean
  accepted: string[]
  refused: MailRefusal[]
}

export type MailPort = {
  /**
   * Never throws. Never sends a password over an unencrypted connection, and always checks certificates.
   * `patient`: no user waits for the outcome, so a slow server gets the time that RFC 5321 asks for.
   */
  send(server: MailServer, mail: Mail, signal?: AbortSignal, patient?: boolean): Promise<MailOutcome>
}
