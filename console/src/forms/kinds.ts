/** What a schema says about a field: kind, range, unit and choices. The page adds only what is visible. */
import * as codes from '@parking/contract/core/codes.ts'
import * as z from 'zod/mini'

/** One choice: the wire value and its key in the dictionary's `codes`. */
export type Choice = { readonly value: string | number; readonly word: string }

export type Kind =
  | {
      readonly kind: 'text' | 'area' | 'secret'
      readonly empty: 'text' | 'null' | 'absent'
      readonly required: boolean
    }
  | {
      readonly kind: 'whole' | 'decimal'
      readonly empty: 'null' | 'absent' | 'nothing'
      readonly required: boolean
      readonly min?: number
      readonly max?: number
      readonly unit?: string
    }
  | { readonly kind: 'switch'; readonly required: false }
  | {
      readonly kind: 'choice'
      readonly empty: 'null' | 'absent' | 'nothing'
      readonly required: boolean
      readonly table: TableName | undefined
      readonly choices: readonly Choice[]
    }
  /** Lists and objects: the page provides its own control for them; the form carries their value. */
  | { readonly kind: 'other'; readonly required: false }

/**
 * Whether the field may be left empty. A switch has no empty state, and an empty secret keeps the stored one.
 */
export const isOptional = ({ kind, required }: Kind): boolean =>
  !required && (kind === 'text' || kind === 'area' || kind === 'whole' || kind === 'decimal')

/** The tables of codes.ts by name, as in the dictionary's `codes`. */
export type TableName = keyof typeof codes

/** A text that may be this long gets a box of several lines. */
const area_from = 501

/** Reads one field of a schema. */
export function kindOf(schema: z.core.$ZodType): Kind {
  const { inner, empty } = unwrap(schema)
  const def = (inner as z.core.$ZodTypes)._zod.def
  switch (def.type) {
    case 'string':
      return textKind(inner, empty)
    case 'number': {
      const { min, max } = boundsOf(inner)
      const unit = metaOf(inner).unit
      return {
        kind: def.checks?.some(isWhole) || isWhole(inner) ? 'whole' : 'decimal',
        empty,
        required: empty === 'nothing',
        min,
        max,
        unit,
      }
    }
    case 'boolean':
      return { kind: 'switch', required: false }
    case 'literal':
    case 'enum': {
      const values = def.type === 'literal' ? def.values : Object.values(def.entries)
      const table = tableOf(metaOf(inner).codes ?? values)
      const choices = values.flatMap((value) =>
        typeof value === 'number' || typeof value === 'string' ? [{ value, word: wordOf(table, value) }] : [],
      )
      return { kind: 'choice', empty, required: empty === 'nothing', table, choices }
    }
    case 'union':
      // "an address or empty" is plain text to the user who types it
      return def.options.every((option) => ['text', 'choice'].includes(kindOf(option).kind))
        ? textKind(inner, empty)
        : { kind: 'other', required: false }
    default:
      return { kind: 'other', required: false }
  }
}

/** Every field of an object, by name. */
export function kindsOf(schema: z.ZodMiniObject): Record<string, Kind> {
  return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, kindOf(field)]))
}

function textKind(inner: z.core.$ZodType, empty: 'null' | 'absent' | 'nothing'): Kind {
  const { secret } = metaOf(inner)
  const max_length = boundsOf(inner).max ?? 0
  return {
    kind: secret ? 'secret' : max_length >= area_from ? 'area' : 'text',
    empty: empty === 'nothing' ? 'text' : empty,
    required: empty === 'nothing' && !z.safeParse(inner, '').success,
  }
}

/** What an empty field means: `null`, an absent field, or a required one. */
function unwrap(schema: z.core.$ZodType): { inner: z.core.$ZodType; empty: 'null' | 'absent' | 'nothing' } {
  let inner = schema
  let empty: 'null' | 'absent' | 'nothing' = 'nothing'
  for (;;) {
    const def = (inner as z.core.$ZodTypes)._zod.def
    if (def.type !== 'nullable' && def.type !== 'optional') return { inner, empty }
    empty = def.type === 'nullable' ? 'null' : 'absent'
    inner = def.innerType
  }
}

type Meta = {
  unit?: string
  secret?: boolean
  codes?: Record<string, number>
  minimum?: number
  maximum?: number
}
const metaOf = (schema: z.core.$ZodType): Meta => (z.globalRegistry.get(schema) ?? {}) as Meta

/** From the checks, or from the schema's metadata if one of our own rules is the check. */
function boundsOf(schema: z.core.$ZodType): { min?: number; max?: number } {
  const meta = metaOf(schema)
  const bounds: { min?: number; max?: number } = { min: meta.minimum, max: meta.maximum }
  for (const check of (schema as z.core.$ZodTypes)._zod.def.checks ?? []) {
    const def = (check as z.core.$ZodChecks)._zod.def
    if (def.check === 'greater_than') bounds.min = Number(def.value)
    if (def.check === 'less_than') bounds.max = Number(def.value)
    if (def.check === 'min_length') bounds.min = def.minimum
    if (def.check === 'max_length') bounds.max = def.maximum
  }
  return bounds
}

const isWhole = (part: { _zod: { def: object } }): boolean =>
  'format' in part._zod.def && part._zod.def.format === 'safeint'

/** A table is found by identity, or by equal values if the schema keeps only the values. */
function tableOf(wanted: object): TableName | undefined {
  const names = Object.keys(codes) as TableName[]
  return names.find((name) => codes[name] === wanted) ?? names.find((name) => sameList(codes[name], wanted))
}

const sameList = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, at) => value === b[at])

function wordOf(table: TableName | undefined, value: string | number): string {
  const found = table === undefined ? undefined : codes[table]
  if (typeof found !== 'object' || Array.isArray(found)) return String(value)
  return Object.entries(found).find(([, number]) => number === value)?.[0] ?? String(value)
}
