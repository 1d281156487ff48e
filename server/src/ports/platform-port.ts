/** The IoT platform: one request has one outcome. docs/platform.md defines the protocol. */
import type { PlatformStep, TlsError } from '@parking/contract'

/**
 * The duration of the request, and the platform's clock from its Date header, if any (truncated to whole
 * seconds).
 */
export type AnswerTiming = { took_ms: number; date_ms?: number }
export type PlatformOutcome =
  | { kind: 'accepted'; info: string; data: unknown; timing?: AnswerTiming }
  /**
   * Final: the platform will never accept this request. `code` is the code of its envelope, if there is one.
   */
  | { kind: 'refused'; info: string; code?: number; timing?: AnswerTiming }
  /** The token is not valid, or no longer valid. */
  | { kind: 'signed_out'; info: string; timing?: AnswerTiming }
  /** The platform asks to retry later; `wait_ms`: not before this time, if it says so (0 to 5 min). */
  | { kind: 'busy'; info: string; wait_ms?: number; timing?: AnswerTiming }
  /** No answer. */
  | { kind: 'silent'; info: string }

/** A request and its answer, word for word. */
export type PlatformExchange = {
  request: { method: string; headers: [string, string][]; body: string }
  response: { status: number; headers: [string, string][]; body: string } | null
  /** The first step that failed; undefined if none did. */
  failed: PlatformStep | undefined
  tls: TlsError | undefined
  said: string
  /** `data` of an answer that is an envelope. */
  data: unknown
  took_ms: number
}

/** `key` is sent as the idempotency key; `trust`: what TLS is verified against. */
export type PlatformOptions = { token?: string; key?: string; trust?: string }

export type PlatformPort = {
  /** `body`: a value, or JSON in bytes. Never throws. */
  post(url: string, body: unknown, options: PlatformOptions): Promise<PlatformOutcome>
  /**
   * The platform's clock by the Date header of any answer, truncated to whole seconds; undefined without an
   * answer or without a date of its own. Never throws.
   */
  date(url: string, options: Pick<PlatformOptions, 'trust'>): Promise<number | undefined>
  /** A request over a connection of its own, marked as a test, with a record of both sides. Never throws. */
  look(url: string, body: unknown, options: PlatformOptions): Promise<PlatformExchange>
}
