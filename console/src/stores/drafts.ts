/**
 * The names of the forms of this tab that have an unsaved draft (forms/draft.ts), for the mark on a tab's
 * title and the confirmation before a draft is lost.
 */
import { afterPaint } from '../lib/after-paint.ts'
import { createStore } from '../lib/store.ts'

export const draft_prefix = 'draft:'
/** Suffix of the key under which the values that the form started from are stored. */
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

/** A draft with nothing but secrets is empty after a reload. */
function dropEmpty(): void {
  for (const name of namesNow())
    if (sessionStorage.getItem(draft_prefix + name) === '{}') sessionStorage.removeItem(draft_prefix + name)
}
dropEmpty()

/** The names of the existing drafts. */
export const draftNames = createStore<readonly string[]>(namesNow())

/**
 * The same names, for the marks in menu and tabs: updated after the paint of the keystroke that created the
 * draft.
 */
export const markedDrafts = createStore(draftNames.get())
draftNames.subscribe(() => afterPaint(() => markedDrafts.set(draftNames.get())))

/** To be called after a draft was written or removed. */
export function refreshDraftNames(): void {
  const names = namesNow()
  if (names.join('\n') !== draftNames.get().join('\n')) draftNames.set(names)
}
