/** Canonical JSON (RFC 8785): one text for each value, so that an ambiguous text is detected. */

/** The canonical text of a value. @param {unknown} value @returns {string} */
export function jcs(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(jcs).join(',')}]`
  const object = /** @type {import('./types.mjs').Json} */ (value)
  // Keys are ordered by their UTF-16 units, which is the order of `sort`.
  const members = Object.keys(object).sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${jcs(object[key])}`).join(',')}}`
}

/**
 * The object in a text; undefined if the text is not an object in the form of RFC 8785. @param {string} text
 */
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
