/** The text of a search field whose searches come back through the address, later than they are typed. */

export type SearchText = {
  /** The search in the address that the field has seen last. */
  readonly value: string
  readonly text: string
  /** The field's own searches that have not come back yet, oldest first. */
  readonly sent: readonly string[]
}

/**
 * The field after the address has changed to `value`. The text as typed stays where the field's own search
 * comes back, a space at its end included: more may have been typed meanwhile. A change from elsewhere
 * (reset, the way back) replaces it.
 */
export function followed(held: SearchText, value: string): SearchText {
  const at = held.sent.indexOf(value)
  if (at >= 0) return { value, text: held.text, sent: held.sent.slice(at + 1) }
  return { value, text: held.text.trim() === value ? held.text : value, sent: [] }
}

/** What the address will say once every search has come back. */
export const soughtLast = ({ value, sent }: SearchText): string => sent.at(-1) ?? value
