/** Between what is on the wire and what stands in a field. What was typed is never lost: a bad number stays the text that it is. */
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

/** The value of a text. What cannot be read as the kind stays text, so that the schema's complaint is about what was typed. */
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

/** A list or an object is held as JSON, so that it can be changed, kept and compared like every field. */
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

/** A number as a person writes it: no exponents, no hexadecimal, no "Infinity". */
function numberOf(text: string): number | undefined {
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined
}

/** Chinese input methods write １２．５ and 。 for 12.5 and its dot. */
export function halfWidth(text: string): string {
  return text.normalize('NFKC').replaceAll('。', '.').replaceAll('−', '-').trim()
}
