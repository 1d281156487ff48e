/**
 * Shown next to data that refreshes itself: says that refreshing failed, why, and how old the data is.
 * Empty otherwise.
 */
import { formatTime } from '../time/time.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import { useWords } from '../core/words.ts'

export type Freshness = { isError: boolean; dataUpdatedAt: number; error: Error | null }

export function StaleMark({ of }: { of: readonly Freshness[] }) {
  const words = useWords('shell')
  const failing = of.filter((query) => query.isError && query.dataUpdatedAt > 0)
  const oldest = Math.min(...failing.map((query) => query.dataUpdatedAt))
  return (
    <span role="status">
      {failing.length > 0 && (
        <StatusTag tone="warn" title={failing[0]?.error?.message ?? ''}>
          {words.stale(formatTime(oldest).slice(11))}
          {failing[0]?.error && `：${failing[0].error.message}`}
        </StatusTag>
      )}
    </span>
  )
}
