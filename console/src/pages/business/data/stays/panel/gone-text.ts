/** A deleted event of a stay: what it was, when it was deleted and by whom. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import type { Areas } from '#src/locales/areas.ts'
import type { Stay } from './stay-panel.tsx'

type Gone = Stay['gone'][number]

/** Its time without the year, its type, and whether a user had typed it. */
export function goneName(
  { event_type: type, typed, time_str }: Gone,
  words: Areas['stays'],
  codes: Areas['codes'],
): string {
  const name = wordOf(event_type, type)
  const event = `${time_str.slice(5)} ${name ? codes.event_type[name] : ''}`.trim()
  return typed ? words.typed_event(event) : event
}

export const goneText = (gone: Gone, words: Areas['stays'], codes: Areas['codes']): string =>
  words.event_deleted(
    goneName(gone, words, codes),
    gone.deleted_str.slice(5, 16),
    gone.by || words.by_retention,
  )
