/** JSON with one form for each value, so that equal values have equal hashes. */

/** JSON by RFC 8785: sorted keys, no blanks, JavaScript's numbers. Undefined values are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}
