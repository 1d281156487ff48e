/**
 * Which forms of this tab hold something that was typed and not saved, by the name of their draft (forms/draft.ts): the mark on a tab's title, and
 * the question before it would be lost.
 */
import { createStore } from '../lib/store.ts'

export const draft_prefix = 'draft:'
/** Behind the name of a draft: what its form was begun from. */
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

/** A draft of which only secrets were typed has nothing left after a reload. */
function dropEmpty(): void {
  for (const name of namesNow())
    if (sessionStorage.getItem(draft_prefix + name) === '{}') sessionStorage.removeItem(draft_prefix + name)
}
dropEmpty()

/** The names of the drafts there are. */
export const draftNames = createStore<readonly string[]>(namesNow())

/** A draft came or went. */
export function refreshDraftNames(): void {
  const names = namesNow()
  if (names.join('\n') !== draftNames.get().join('\n')) draftNames.set(names)
}
