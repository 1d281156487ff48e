/** The IoT platform, in our words: one request, one outcome. docs/platform.md has the wire. */
import type { PlatformStep, TlsError } from '@parking/contract'

/** How long the answer took, and the platform's clock where its Date header says it (whole seconds, cut off). */
export type Heard = { took_ms: number; date_ms?: number }
export type PlatformOutcome =
  | { kind: 'accepted'; info: string; data: unknown; heard?: Heard }
  /** It will never take this as it is. */
  | { kind: 'refused'; info: string; heard?: Heard }
  /** The token is not good (any more). */
  | { kind: 'signed_out'; info: string; heard?: Heard }
  /** It answered, but not now. */
  | { kind: 'busy'; info: string; heard?: Heard }
  /** No answer at all. */
  | { kind: 'silent'; info: string }

/** A request and its answer to look at, word for word. */
export type PlatformLook = {
  request: { method: string; headers: [string, string][]; body: string }
  response: { status: number; headers: [string, string][]; body: string } | null
  /** The first step that failed; undefined where all went well. */
  failed: PlatformStep | undefined
  tls: TlsError | undefined
  said: string
  /** `data` of an answer that is an envelope. */
  data: unknown
  took_ms: number
}

export type PlatformPort = {
  /** `key` becomes the idempotency key. Never throws. */
  post(url: string, body: unknown, options: { token?: string; key?: string }): Promise<PlatformOutcome>
  /** The same over a connection of its own, marked as a test, with everything that was seen. Never throws. */
  look(url: string, body: unknown, options: { token?: string; key?: string }): Promise<PlatformLook>
}
