/** The address of the manual's chapter about the current page, in the user's language. */
import { useLocation } from 'react-router'
import { useLanguage } from '#src/core/words.ts'
import { viewIn } from '#src/navigation/route-row.ts'
import { trailOf } from '#src/routes.tsx'

/**
 * The chapter of the tab if it has its own, else of the page; without either, the first page of the manual.
 */
export function useManualAddress(): string {
  const language = useLanguage()
  const { pathname, search } = useLocation()
  const row = trailOf(pathname).at(-1)
  const chapter = viewIn(row, search)?.chapter ?? row?.chapter ?? 'index'
  return `/help/${language}/${chapter === 'index' ? '' : `${chapter}.html`}`
}
