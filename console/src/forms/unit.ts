/** The unit of a number, as the reader's language writes it; what all of them write alike (%, px, kbit/s) comes from the contract as it is. */
import { useCallback } from 'react'
import { useWords } from '../words.ts'
import type { Kind } from './kinds.ts'

export function useUnit(): (kind: Kind) => string {
  const words: Readonly<Record<string, string>> = useWords('forms').units
  return useCallback(
    (kind) => {
      const unit = ('unit' in kind && kind.unit) || ''
      return words[unit] ?? unit
    },
    [words],
  )
}
