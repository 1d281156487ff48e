/**
 * The rows of a list that is polled: a failure, an empty state or the table, dimmed while another page loads,
 * and a button that shows the rows that have arrived since.
 */
import type { ReactNode } from 'react'
import type { CallState } from '../core/queries.ts'
import styles from './list-body.module.css'
import { LoadFailed } from './loaded.tsx'

type Props = {
  query: CallState<unknown>
  /** The title of a failure. */
  failed: string
  /** Shown instead of the table if there are no rows; undefined if there are some, or none are known yet. */
  empty: ReactNode
  /** The text of the button for new rows; undefined if there are none. */
  fresh: string | undefined
  onFresh: () => void
  /** The table. */
  children: ReactNode
  /** Below the table. */
  foot?: ReactNode
}

export function ListBody({ query, failed, empty, fresh, onFresh, children, foot }: Props) {
  return (
    <div className={`relative ${styles.body}`}>
      {fresh !== undefined && (
        <div className={styles.pill}>
          <button type="button" className="plain ring-2 text-13 figures nowrap pill" onClick={onFresh}>
            {fresh}
          </button>
        </div>
      )}
      {query.data === undefined && query.isError ? (
        <LoadFailed query={query} title={failed} />
      ) : (
        (empty ?? (
          <div
            className="table-box"
            aria-busy={query.isPlaceholderData}
            data-dim={query.isPlaceholderData || undefined}
          >
            {children}
          </div>
        ))
      )}
      {foot}
    </div>
  )
}
