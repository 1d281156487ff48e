/**
 * Converts between the wire value and the text of a field. Input is never lost: an invalid number stays text.
 */
import type { Kind } from './kinds.ts'

/** What a field holds: text, or on/off. */
export type Raw = string | boolean

/** The text of a value, as the field shows it. */
export function rawOf(kind: Kind, value: unknown): Raw {
  if (kind.kind === 'switch') return value === true
  return value === undefined || value === null
    ? ''
    : kind.kind === 'other' || typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
}

/**
 * The value of a text. Text that cannot be parsed stays text, so that the schema's error refers to what was
 * typed.
 */
export function valueOf(kind: Kind, raw: Raw): unknown {
  switch (kind.kind) {
    case 'switch':
      return raw === true
    case 'secret':
      return raw === '' ? emptyOf(kind.empty) : raw
    case 'text':
    case 'area': {
      const text = String(raw).trim()
      return text === '' ? emptyOf(kind.empty) : text
    }
    case 'whole':
    case 'decimal': {
      const text = halfWidth(String(raw))
      return text === '' ? emptyOf(kind.empty) : (numberOf(text) ?? String(raw))
    }
    case 'choice':
      return raw === ''
        ? emptyOf(kind.empty)
        : (kind.choices.find((choice) => String(choice.value) === raw)?.value ?? raw)
    case 'other':
      return raw === '' ? undefined : parsed(String(raw))
  }
}

/**
 * Lists and objects are held as JSON, so that they can be edited, stored and compared like any other field.
 */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function emptyOf(empty: 'text' | 'null' | 'absent' | 'nothing'): '' | null | undefined {
  return empty === 'text' ? '' : empty === 'null' ? null : undefined
}

/** A number as people write it: no exponent, no hexadecimal, no "Infinity". */
function numberOf(text: string): number | undefined {
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined
}

/** Full-width input: Chinese input methods produce １２．５, and 。 as its decimal point, for 12.5. */
export function halfWidth(text: string): string {
  return text.normalize('NFKC').replaceAll('。', '.').replaceAll('−', '-').trim()
}
