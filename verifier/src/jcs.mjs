/** JSON by RFC 8785: one text for each value, so that a text with two readings is noticed. */

/** @param {unknown} value @returns {string} */
export function jcs(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(jcs).join(',')}]`
  const object = /** @type {import('./types.mjs').Json} */ (value)
  // Keys in the order of their UTF-16 units, which is that of `sort`.
  const members = Object.keys(object).sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${jcs(object[key])}`).join(',')}}`
}

/** The object in a text; undefined where it is none, or not written by RFC 8785. @param {string} text */
export function objectIn(text) {
  try {
    const value = /** @type {unknown} */ (JSON.parse(text))
    if (typeof value !== 'object' || value === null || Array.isArray(value) || jcs(value) !== text)
      return undefined
    return /** @type {import('./types.mjs').Json} */ (value)
  } catch {
    return undefined
  }
}
