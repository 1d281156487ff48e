/**
 * The pager of a list with cursors: newest, newer, older, oldest. It shows the total, or "more than" the
 * number counted, but no position.
 */
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx'
import { useWords } from '../core/words.ts'
import styles from './pager.module.css'
import { PageSize } from './pager.tsx'

export type CursorPagerProps = {
  /** The formatted total; empty while unknown. */
  total: string
  words: { first_page: string; last_page: string }
  previous: string | undefined
  next: string | undefined
  pageSize: number
  /** An undefined cursor is the newest page. */
  onGo: (cursor: string | undefined) => void
  onPageSize: (size: number) => void
}

export function CursorPager({ total, words, previous, next, pageSize, onGo, onPageSize }: CursorPagerProps) {
  const pager = useWords('shell').pager
  return (
    <nav
      className={`row wrap to-end gap-8-16 text-13 figures line-above ${styles.pager}`}
      aria-label={pager.label}
    >
      <span className={`ink-2 ${styles.total}`}>{total}</span>
      <div className={`flex gap-4 ${styles.pages}`}>
        <button
          type="button"
          className={`plain center ink-2 text-center round-6 icons-16 ${styles.step}`}
          disabled={previous === undefined}
          onClick={() => onGo(undefined)}
        >
          {words.first_page}
        </button>
        <button
          type="button"
          className={`plain center ink-2 text-center round-6 icons-16 ${styles.step}`}
          aria-label={pager.previous}
          disabled={previous === undefined}
          onClick={() => onGo(previous)}
        >
          <ChevronLeftIcon />
        </button>
        <button
          type="button"
          className={`plain center ink-2 text-center round-6 icons-16 ${styles.step}`}
          aria-label={pager.next}
          disabled={next === undefined}
          onClick={() => onGo(next)}
        >
          <ChevronRightIcon />
        </button>
        <button
          type="button"
          className={`plain center ink-2 text-center round-6 icons-16 ${styles.step}`}
          disabled={next === undefined}
          onClick={() => onGo('last')}
        >
          {words.last_page}
        </button>
      </div>
      <PageSize size={pageSize} onSize={onPageSize} />
    </nav>
  )
}
