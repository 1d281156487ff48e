/** A source of pictures from one camera. */

export type Picture = {
  readonly jpeg: Uint8Array
  /** When it was taken or arrived, in milliseconds since 1970. */
  readonly time: number
}
export type Source = {
  /** Resolves with the next picture, each only once. Rejects with a reason that a person understands. */
  next: () => Promise<Picture>
  close: () => void
}
