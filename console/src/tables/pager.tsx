/** The pager of a list: total, page, page size. Its state belongs in the URL (`useUrlState`). */
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx'
import { useWords } from '../core/words.ts'
import { pagesToShow } from './pages-to-show.ts'
import styles from './pager.module.css'
import { page_sizes, type UrlState } from './use-url-state.ts'

export type PagerProps = {
  /** Undefined while unknown: before the first answer, or if it failed. */
  total: number | undefined
  /** From 1. */
  page: number
  pageSize: number
  onPage: (page: number) => void
  /** If given, the user can choose the page size. */
  onPageSize?: (size: number) => void
}

export function Pager({ total, page, pageSize, onPage, onPageSize }: PagerProps) {
  const words = useWords('shell').pager
  const last = Math.max(1, total === undefined ? page : Math.ceil(total / pageSize))
  return (
    <nav
      className={`row wrap to-end gap-8-16 text-13 figures line-above ${styles.pager}`}
      aria-label={words.label}
    >
      <span className={`ink-2 ${styles.total}`}>{total === undefined ? '' : words.total(total)}</span>
      <div className={`flex gap-4 ${styles.pages}`}>
        <button
          type="button"
          className={`plain current center ink-2 text-center round-6 icons-16 ${styles.step}`}
          aria-label={words.previous}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeftIcon />
        </button>
        {pagesToShow(page, last).map((shown, at) =>
          shown === 'gap' ? (
            <span key={`gap-${at}`} className={`ink-3 text-center ${styles.gap}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={shown}
              type="button"
              className={`plain current center ink-2 text-center round-6 icons-16 ${styles.step}`}
              aria-label={words.page(shown)}
              aria-current={shown === page ? 'page' : undefined}
              onClick={() => onPage(shown)}
            >
              {shown}
            </button>
          ),
        )}
        <button
          type="button"
          className={`plain current center ink-2 text-center round-6 icons-16 ${styles.step}`}
          aria-label={words.next}
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRightIcon />
        </button>
      </div>
      {onPageSize && <PageSize size={pageSize} onSize={onPageSize} />}
    </nav>
  )
}

/** The number of rows on a page. */
export function PageSize({ size, onSize }: { size: number; onSize: (size: number) => void }) {
  const words = useWords('shell').pager
  return (
    <select
      className={`select ink round-6 on-card ${styles.size}`}
      aria-label={words.page_size}
      value={size}
      onChange={(event) => onSize(Number(event.currentTarget.value))}
    >
      {page_sizes.map((one) => (
        <option key={one} value={one}>
          {words.size(one)}
        </option>
      ))}
    </select>
  )
}

type UrlPagerProps = Pick<PagerProps, 'total'> & {
  url: Pick<UrlState, 'page' | 'page_size' | 'change'>
  /** A parameter that another page drops: the open row. */
  forget?: string
}

/** A pager whose page and page size are in the URL. */
export function UrlPager({ total, url: { page, page_size, change }, forget }: UrlPagerProps) {
  const dropped = forget === undefined ? {} : { [forget]: undefined }
  return (
    <Pager
      total={total}
      page={page}
      pageSize={page_size}
      onPage={(next) => change({ page: next === 1 ? undefined : next, ...dropped }, { keepPage: true })}
      onPageSize={(size) => change({ page_size: size, ...dropped })}
    />
  )
}
