/** Lists the differences between two values by path, such as `plate.read`. */
import { jcs } from './jcs.mjs'
import { object } from './read.mjs'

/** @typedef {{ field: string, logged: string, found: string }} Difference */

/** @param {unknown} value */
const shown = (value) =>
  (value === undefined ? '' : typeof value === 'string' ? value : jcs(value)).slice(0, 200)

/**
 * @param {unknown} logged @param {unknown} found @param {string} [path] @returns {Difference[]}
 */
export function differences(logged, found, path = '') {
  if (logged !== undefined && found !== undefined && jcs(logged) === jcs(found)) return []
  const both = [logged, found]
  const open =
    both.every((value) => typeof value === 'object' && value !== null) &&
    Array.isArray(logged) === Array.isArray(found)
  if (!open) return [{ field: path, logged: shown(logged), found: shown(found) }]
  const [one, other] = Array.isArray(logged)
    ? [{ ...logged }, { ...list(found) }]
    : [object(logged), object(found)]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) =>
    differences(
      /** @type {import('./types.mjs').Json} */ (one)[name],
      /** @type {import('./types.mjs').Json} */ (other)[name],
      path === '' ? name : `${path}.${name}`,
    ),
  )
}

/** @param {unknown} value */
const list = (value) => /** @type {unknown[]} */ (value)
