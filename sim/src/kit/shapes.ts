/** Type checks for JSON values, and the faults in an object's fields as sentences. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isText = (value: unknown, min = 0, max = Infinity): value is string =>
  typeof value === 'string' && value.length >= min && value.length <= max
export const isNumber = (value: unknown, min = -Infinity, max = Infinity): value is number =>
  typeof value === 'number' && value >= min && value <= max
/** A text without line breaks and other control characters. */
export const isLine = (value: unknown): value is string => isText(value) && !/[\u0000-\u001f]/.test(value)

/** A value as quoted in a sentence. */
export function quoted(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/** Missing fields, and fields that are not documented. */
export function fieldFaults(
  value: Fields,
  required: readonly string[],
  optional: readonly string[] = [],
): string[] {
  const known = new Set([...required, ...optional])
  return [
    ...required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${name} is missing`),
    ...Object.keys(value)
      .filter((name) => !known.has(name))
      .map((name) => `${name} is not a field of the protocol`),
  ]
}

/** The sentences for the conditions that do not hold. */
export const faultsOf = (...conditions: readonly (readonly [holds: boolean, fault: string])[]): string[] =>
  conditions.flatMap(([holds, fault]) => (holds ? [] : [fault]))
