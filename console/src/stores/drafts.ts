/**
 * Which forms of this tab have an unsaved draft (forms/draft.ts), by name: for the mark on a tab's title and
 * the question before a draft would be lost.
 */
import { afterPaint } from '../lib/after-paint.ts'
import { createStore } from '../lib/store.ts'

export const draft_prefix = 'draft:'
/** Suffix of the key that holds the values the form started from. */
export const base_suffix = ':began'

function namesNow(): readonly string[] {
  if (typeof sessionStorage === 'undefined') return []
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(draft_prefix) && !key.endsWith(base_suffix))
      .map((key) => key.slice(draft_prefix.length))
      .sort()
  } catch {
    return []
  }
}

/** A draft of secrets alone is empty after a reload. */
function dropEmpty(): void {
  for (const name of namesNow())
    if (sessionStorage.getItem(draft_prefix + name) === '{}') sessionStorage.removeItem(draft_prefix + name)
}
dropEmpty()

/** The names of the existing drafts. */
export const draftNames = createStore<readonly string[]>(namesNow())

/** The same for the marks in menu and tabs, which follow after the paint of the key that made the draft. */
export const markedDrafts = createStore(draftNames.get())
draftNames.subscribe(() => afterPaint(() => markedDrafts.set(draftNames.get())))

/** Call after a draft was written or removed. */
export function refreshDraftNames(): void {
  const names = namesNow()
  if (names.join('\n') !== draftNames.get().join('\n')) draftNames.set(names)
}
