/**
 * The data of a query; a skeleton while it loads, or an error with a retry button if it failed. Data stays
 * visible during a refresh.
 */
import type { ReactNode } from 'react'
import { readAgain, type CallState } from '../core/queries.ts'
import { ErrorState } from '../ui/state/error-state.tsx'
import { SkeletonRows } from '../ui/state/skeleton-rows.tsx'

export function Loaded<T>({
  query,
  rows,
  failed,
  children,
}: {
  query: CallState<T>
  rows: number
  failed: string
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadFailed query={query} title={failed} />
  return <SkeletonRows rows={rows} />
}

/** Why a query failed, and a button that repeats it. */
export const LoadFailed = ({ query, title }: { query: CallState<unknown>; title: string }) => (
  <ErrorState title={title} retry={() => void readAgain(query)} retrying={query.isFetching}>
    {query.error?.message}
  </ErrorState>
)
