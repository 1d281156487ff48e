/**
 * Canonical JSON: sorted keys, numbers as in JavaScript. The same configuration always gives the same bytes.
 */
import { createHash } from 'node:crypto'

/** More than twice the depth of any document that this software writes. */
export const max_depth = 24
const line_length = 120

/** The compact form, for the checksum. Throws a RangeError for values nested deeper than any document. */
export function canonical(value: unknown, depth = 0): string {
  if (depth > max_depth) throw new RangeError('Nested too deeply')
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${entriesOf(value)
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner, depth + 1)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}

/** Canonical JSON for people: a value that fits on one line is written on one line. */
export function printed(value: unknown, indent = ''): string {
  const line = canonical(value)
  if (line.length + indent.length <= line_length || typeof value !== 'object' || value === null) return line
  const inside = `${indent}  `
  if (Array.isArray(value))
    return `[\n${value.map((item) => inside + printed(item, inside)).join(',\n')}\n${indent}]`
  return `{\n${entriesOf(value)
    .map(([key, inner]) => `${inside}${JSON.stringify(key)}: ${printed(inner, inside)}`)
    .join(',\n')}\n${indent}}`
}

/** The checksum of everything in a document except the checksum itself. */
export const checksumOf = (document: object): string =>
  `sha256:${createHash('sha256')
    .update(canonical(Object.fromEntries(Object.entries(document).filter(([key]) => key !== 'checksum'))))
    .digest('hex')}`

/** Whether two values have the same canonical form. */
export const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
