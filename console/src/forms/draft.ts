/**
 * What was typed and not saved, kept for this tab: an expired session reloads the page (spec §8), and the form must come back as it was.
 * Secrets are never put here. Signing out forgets every key that begins with `draft:` (stores/logout.ts).
 */
import type { Kind } from './kinds.ts'
import type { Raws } from './check.ts'
import type { Raw } from './values.ts'

const prefix = 'draft:'

/** The texts that differ from what was read, without secrets. */
export function draftOf(kinds: Record<string, Kind>, base: Raws, raws: Raws): Record<string, Raw> {
  return Object.fromEntries(
    Object.entries(raws).filter(([name, raw]) => raw !== base[name] && kinds[name]?.kind !== 'secret' && kinds[name]?.kind !== 'other'),
  )
}

export function keepDraft(key: string, draft: Record<string, Raw>): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, JSON.stringify(draft))
  } catch {
    // a full or forbidden storage loses the draft and nothing else
  }
}

/** What was kept, as far as the form still has such fields. */
export function readDraft(key: string, kinds: Record<string, Kind>): Record<string, Raw> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, Raw] => {
        const kind = kinds[entry[0]]?.kind
        return kind !== undefined && kind !== 'secret' && kind !== 'other' && typeof entry[1] === (kind === 'switch' ? 'boolean' : 'string')
      }),
    )
  } catch {
    return {}
  }
}
