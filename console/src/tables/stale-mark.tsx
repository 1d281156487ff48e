/**
 * Shown next to data that refreshes itself: says that refreshing failed, how old the data is, and why, unless
 * the banner about the lost connection says it. Empty otherwise.
 */
import { useStore } from '../lib/store.ts'
import { connectionLost } from '../stores/connection-lost.ts'
import { formatTime } from '../time/time.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import { useWords } from '../core/words.ts'

export type Freshness = { isError: boolean; dataUpdatedAt: number; error: Error | null }

export function StaleMark({ of }: { of: readonly Freshness[] }) {
  const words = useWords('shell')
  const lost = useStore(connectionLost) !== undefined
  const failing = of.filter((query) => query.isError && query.dataUpdatedAt > 0)
  const oldest = Math.min(...failing.map((query) => query.dataUpdatedAt))
  return (
    <span role="status">
      {failing.length > 0 && (
        <StatusTag tone="warn" title={failing[0]?.error?.message ?? ''}>
          {words.stale(formatTime(oldest).slice(11))}
          {failing[0]?.error && !lost && `：${failing[0].error.message}`}
        </StatusTag>
      )}
    </span>
  )
}
