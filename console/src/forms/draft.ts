/**
 * Unsaved input of a form, stored for this tab, so that the reload after an expired session (spec §8) does
 * not lose it. Secrets stay in memory. Signing out clears every key with the prefix
 * (stores/clear-user-data.ts).
 */
import { base_suffix, draft_prefix, draftNames, refreshDraftNames } from '../stores/drafts.ts'
import type { Kind } from './kinds.ts'
import type { Raws, Values } from './check.ts'
import type { Raw } from './values.ts'

/**
 * Typed secrets by draft. They live as long as this document: a page change keeps them, a reload does not.
 */
const secrets = new Map<string, Readonly<Record<string, Raw>>>()
draftNames.subscribe(() => {
  for (const key of secrets.keys()) if (!draftNames.get().includes(key)) secrets.delete(key)
})

/** The inputs that differ from the values read, without secrets. */
export function draftOf(kinds: Record<string, Kind>, base: Raws, raws: Raws): Record<string, Raw> {
  return Object.fromEntries(
    Object.entries(raws).filter(([name, raw]) => raw !== base[name] && kinds[name]?.kind !== 'secret'),
  )
}

/**
 * Stores the input under `key`, or removes the entry if nothing is left. `began` holds the values the form
 * started from, for a form that compares them with what others save meanwhile.
 */
export function storeDraft(
  key: string,
  draft: Record<string, Raw>,
  typed_secrets: Record<string, Raw> = {},
  began?: Values,
): void {
  if (Object.keys(typed_secrets).length > 0) secrets.set(key, typed_secrets)
  else secrets.delete(key)
  const at = draft_prefix + key
  try {
    if (Object.keys(draft).length === 0 && !secrets.has(key)) {
      sessionStorage.removeItem(at)
      sessionStorage.removeItem(at + base_suffix)
    } else {
      sessionStorage.setItem(at, JSON.stringify(draft))
      if (began) sessionStorage.setItem(at + base_suffix, JSON.stringify(began))
    }
  } catch {
    // a full or forbidden storage loses only the draft
  }
  refreshDraftNames()
}

/** The stored input for the fields that the form still has. */
export function readDraft(key: string, kinds: Record<string, Kind>): Record<string, Raw> {
  const kept = Object.entries(readObject(draft_prefix + key) ?? {}).filter(
    (entry): entry is [string, Raw] => {
      const kind = kinds[entry[0]]?.kind
      return (
        kind !== undefined &&
        kind !== 'secret' &&
        typeof entry[1] === (kind === 'switch' ? 'boolean' : 'string')
      )
    },
  )
  return { ...Object.fromEntries(kept), ...secrets.get(key) }
}

/** The values that the form of a draft started from; undefined if none were stored. */
export const readBegan = (key: string): Values | undefined => readObject(draft_prefix + key + base_suffix)

function readObject(key: string): Values | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Values) : undefined
  } catch {
    return undefined
  }
}
