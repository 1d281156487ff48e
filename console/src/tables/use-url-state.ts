/** List state in the URL: filters, page and page size. Returns the same object until the URL changes. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

export const page_sizes = [20, 50, 100] as const
export const default_page_size = page_sizes[0]

export type UrlChanges = Readonly<Record<string, string | number | undefined>>

/** The cursor at which a page starts. An invalid one in a typed address means the newest page. */
export const cursorIn = (search: URLSearchParams): string | undefined =>
  /^(last|(older|newer)-\d{1,15}-\d{1,15})$/.test(search.get('cursor') ?? '')
    ? (search.get('cursor') ?? undefined)
    : undefined

/** The parameters with the changes applied; empty values are removed, which keeps the address short. */
export function withChanges(search: URLSearchParams, changes: UrlChanges): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** Page and page size; invalid values in a typed address become the first page at the default size. */
export function pageIn(search: URLSearchParams): { page: number; page_size: number } {
  const page = Number(search.get('page') ?? 1)
  const size = Number(search.get('page_size') ?? default_page_size)
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    page_size: (page_sizes as readonly number[]).includes(size) ? size : default_page_size,
  }
}

export type UrlState = {
  search: URLSearchParams
  page: number
  page_size: number
  /** Changes the address. Changing a filter resets to page 1; `replace` adds no history entry. */
  change: (changes: UrlChanges, how?: { replace?: boolean; keepPage?: boolean }) => void
}

export function useUrlState(): UrlState {
  const [search, setSearch] = useSearchParams()
  return useMemo(
    () => ({
      search,
      ...pageIn(search),
      change(changes, { replace = false, keepPage = false } = {}) {
        setSearch(
          (now) => withChanges(now, keepPage ? changes : { page: undefined, cursor: undefined, ...changes }),
          { replace, preventScrollReset: true },
        )
      },
    }),
    [search, setSearch],
  )
}
