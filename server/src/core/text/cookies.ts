/** The cookies of a request. */

/** Names and values as they were sent, in their order. */
export const cookiePairsOf = (header = ''): [name: string, value: string][] =>
  header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
  })

/**
 * The value of a cookie. Undefined if it was not sent, or with two different values: another page of this
 * host may have set the other one, and the order says nothing (RFC 6265 §4.2.2).
 */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const values = new Set(cookiePairsOf(header).flatMap(([sent, value]) => (sent === name ? [value] : [])))
  return values.size === 1 ? [...values][0] : undefined
}
