/** The value of a field as text: the label of a code, on or off, a number with its unit. */
import { useCallback } from 'react'
import { useWords } from '../core/words.ts'
import type { Kind } from './kinds.ts'
import { useUnit } from './unit.ts'
import type { Raw } from './values.ts'

export function useFieldText(): (kind: Kind, raw: Raw) => string {
  const [words, codes] = [useWords('forms'), useWords('codes')]
  const unitOf = useUnit()
  return useCallback(
    (kind: Kind, raw: Raw) => {
      if (kind.kind === 'switch') return raw === true ? words.on : words.off
      if (raw === '') return words.empty
      if (kind.kind === 'choice') {
        const labels: Readonly<Record<string, string>> =
          kind.table === undefined
            ? {}
            : ((codes as Readonly<Record<string, Readonly<Record<string, string>>>>)[kind.table] ?? {})
        const word = kind.choices.find((choice) => String(choice.value) === raw)?.word ?? String(raw)
        return labels[word] ?? word
      }
      if (kind.kind === 'other') return words.entries(lengthOf(String(raw)))
      const unit = unitOf(kind)
      return unit ? `${raw} ${unit}` : String(raw)
    },
    [words, codes, unitOf],
  )
}

function lengthOf(json: string): number {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.length : 1
}
