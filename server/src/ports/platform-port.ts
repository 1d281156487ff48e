/** The IoT platform, in our words: one request, one outcome. docs/platform.md has the wire. */
export type PlatformOutcome =
  | { kind: 'accepted'; info: string; data: unknown }
  /** It will never take this as it is. */
  | { kind: 'refused'; info: string }
  /** The token is not good (any more). */
  | { kind: 'signed_out'; info: string }
  /** It answered, but not now. */
  | { kind: 'busy'; info: string }
  /** No answer at all. */
  | { kind: 'silent'; info: string }

export type PlatformPort = {
  /** `key` becomes the idempotency key. Never throws. */
  post(url: string, body: unknown, options: { token?: string; key?: string }): Promise<PlatformOutcome>
}
