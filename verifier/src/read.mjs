/** Reads values of unknown shape, because a tampered dossier may contain anything. */

/** @typedef {import('./types.mjs').Json} Json */

/** @param {unknown} value @returns {Json} */
export const object = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? /** @type {Json} */ (value) : {}

/** @param {unknown} value @returns {unknown[]} */
export const list = (value) => (Array.isArray(value) ? value : [])

/** @param {unknown} value */
export const text = (value) => (typeof value === 'string' ? value : '')

/** An integer; for anything else NaN, which equals nothing. @param {unknown} value */
export const whole = (value) => (Number.isSafeInteger(value) ? /** @type {number} */ (value) : NaN)

/** The parsed text; undefined if it is not JSON. @param {string | undefined} written @returns {unknown} */
export function parsed(written) {
  try {
    return JSON.parse(written ?? '')
  } catch {
    return undefined
  }
}
