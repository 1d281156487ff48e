/** Every string of the contract's bodies, for tests that hold for all of them. */
import type * as z from 'zod/mini'
import { calls } from '../src/index.ts'

/**
 * `keys` lead to the string: `0` is an element of an array, `*` the value of any key of a record, `**` such a
 * key itself. `beside`: the literals of the objects on the way, which say which form of a union it is.
 */
export type ContractString = { keys: string[]; schema: z.core.$ZodString; beside: Beside }
type Beside = { keys: string[]; value: unknown }[]

/** Every string of a schema, keys of records included. */
export function stringsOf(schema: z.core.$ZodType, keys: string[], beside: Beside = []): ContractString[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return [{ keys, schema: schema as z.core.$ZodString, beside }]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) =>
        stringsOf(inner, [...keys, key], [...beside, ...literalsOf(def.shape, keys)]),
      )
    case 'array':
      return stringsOf(def.element, [...keys, '0'], beside)
    case 'optional':
    case 'nullable':
      return stringsOf(def.innerType, keys, beside)
    case 'union':
      return def.options.flatMap((option) => stringsOf(option, keys, beside))
    case 'tuple':
      return def.items.flatMap((item, at) => stringsOf(item, [...keys, String(at)], beside))
    case 'record':
      return [
        ...stringsOf(def.keyType, [...keys, '**'], beside),
        ...stringsOf(def.valueType, [...keys, '*'], beside),
      ]
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'number':
      return []
    default:
      throw new Error(`${keys.join('.')}: the test does not know ${def.type}`)
  }
}

const literalsOf = (shape: Readonly<Record<string, z.core.$ZodType>>, keys: string[]): Beside =>
  Object.entries(shape).flatMap(([key, inner]) => {
    const { def } = (inner as z.core.$ZodTypes)._zod
    return def.type === 'literal' ? [{ keys: [...keys, key], value: def.values[0] }] : []
  })

/** The strings of every body; the first key is the name of the call. */
export const callStrings = (): ContractString[] =>
  Object.entries(calls).flatMap(([name, { body }]) => stringsOf(body, [name]))
