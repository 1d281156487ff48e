/** Reads values of unknown shape: a dossier that was changed may hold anything. */

/** @typedef {import('./types.mjs').Json} Json */

/** @param {unknown} value @returns {Json} */
export const object = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? /** @type {Json} */ (value) : {}

/** @param {unknown} value @returns {unknown[]} */
export const list = (value) => (Array.isArray(value) ? value : [])

/** @param {unknown} value */
export const text = (value) => (typeof value === 'string' ? value : '')

/** A whole number; NaN, which equals nothing, for anything else. @param {unknown} value */
export const whole = (value) => (Number.isSafeInteger(value) ? /** @type {number} */ (value) : NaN)

/** Undefined where the text is no JSON. @param {string | undefined} written @returns {unknown} */
export function parsed(written) {
  try {
    return JSON.parse(written ?? '')
  } catch {
    return undefined
  }
}
