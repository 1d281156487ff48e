/** A source of pictures of one camera. */

export type Picture = {
  readonly jpeg: Uint8Array
  /** When it was taken, or came, in milliseconds since 1970. */
  readonly time: number
}
export type Source = {
  /** The next picture; one that was given is not given again. Rejects with a reason a person understands. */
  next: () => Promise<Picture>
  close: () => void
}
