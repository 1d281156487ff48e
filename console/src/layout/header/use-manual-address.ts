/** The address of the manual's chapter about the current page, in the user's language. */
import { useLocation } from 'react-router'
import { useLanguage } from '#src/core/words.ts'
import { trailOf } from '#src/routes.tsx'

/**
 * The chapter of the tab if it has its own, else of the page; without either, the first page of the manual.
 */
export function useManualAddress(): string {
  const language = useLanguage()
  const { pathname, search } = useLocation()
  const row = trailOf(pathname).at(-1)
  const asked = new URLSearchParams(search)
  const view = row?.views?.find((one) =>
    [...new URLSearchParams(one.search)].every(([name, value]) => asked.get(name) === value),
  )
  const chapter = view?.chapter ?? row?.chapter ?? 'index'
  return `/help/${language}/${chapter === 'index' ? '' : `${chapter}.html`}`
}
