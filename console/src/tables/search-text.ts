/** The text of a search field whose searches return through the address, later than they were typed. */

export type SearchText = {
  /** The last search that the field has seen in the address. */
  readonly value: string
  readonly text: string
  /** The field's own searches that have not returned yet, oldest first. */
  readonly sent: readonly string[]
}

/**
 * The field after the address has changed to `value`. If the field's own search returns, the typed text
 * stays, including a space at its end, because more may have been typed meanwhile. A change from elsewhere
 * (reset, Back) replaces it.
 */
export function afterAddressChange(held: SearchText, value: string): SearchText {
  const at = held.sent.indexOf(value)
  if (at >= 0) return { value, text: held.text, sent: held.sent.slice(at + 1) }
  return { value, text: held.text.trim() === value ? held.text : value, sent: [] }
}

/** The search that the address will contain once every search has returned. */
export const latestSearch = ({ value, sent }: SearchText): string => sent.at(-1) ?? value
