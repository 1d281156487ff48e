/**
 * The unit of a number in the user's language; international
 * ones (%, px, kbit/s) come from the contract unchanged.
 */
import { useCallback } from 'react'
import { useWords } from '../core/words.ts'
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
