/**
 * The history of acts: which user made large changes and when, with an undo for each. The open undo is in the
 * URL.
 */
import { act_kinds } from '@parking/contract/acts/act-kinds.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Pager } from '#src/tables/pager.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { ActsTable } from './acts-table.tsx'
import styles from './acts.module.css'
import { UndoDialog } from './undo-dialog.tsx'

export default function ActsPage() {
  const [words, titles] = [useWords('acts'), useWords('shell').routes]
  const url = useUrlState()
  const kind = act_kinds.find((one) => one === url.search.get('kind'))
  const undoing = idsIn(url.search.get('undo') ?? '')
  const query = useCall(
    '/api/system/list_acts',
    { page: url.page, page_size: url.page_size, ...(kind && { kind }) },
    { every: 15_000, keep: true },
  )
  const { data } = query
  return (
    <>
      <PageHeader title={titles.system_acts} hint={words.hint} />
      <Section flush>
        <div className={styles.bar}>
          <select
            className={`select ${styles.filter}`}
            aria-label={words.filter}
            value={kind ?? ''}
            onChange={(event) => url.change({ kind: event.currentTarget.value || undefined })}
          >
            <option value="">{words.all}</option>
            {act_kinds.map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </select>
          <StaleMark of={[query]} />
        </div>
        {!data && query.isError ? (
          <ErrorState title={words.failed} retry={() => void query.refetch()} retrying={query.isFetching}>
            {query.error.message}
          </ErrorState>
        ) : data?.total === 0 ? (
          <EmptyState title={kind ? words.nothing : words.empty} heading="h2">
            {kind ? words.nothing_says : words.empty_says}
          </EmptyState>
        ) : (
          <div className="table-box" aria-busy={query.isPlaceholderData}>
            <ActsTable
              acts={data?.list}
              onUndo={(act_id) => url.change({ undo: act_id }, { replace: true, keepPage: true })}
            />
          </div>
        )}
        {data && data.total > 0 && (
          <Pager
            total={data.total}
            page={url.page}
            pageSize={url.page_size}
            onPage={(page) => url.change({ page }, { keepPage: true })}
            onPageSize={(page_size) => url.change({ page_size })}
          />
        )}
      </Section>
      {undoing.length > 0 && (
        <UndoDialog
          key={undoing.join()}
          act_ids={undoing}
          onClose={() => url.change({ undo: undefined }, { replace: true, keepPage: true })}
        />
      )}
    </>
  )
}

/** The ids in the URL; empty if the text is invalid. */
const idsIn = (text: string): number[] =>
  /^\d{1,12}(,\d{1,12}){0,99}$/.test(text)
    ? text
        .split(',')
        .map(Number)
        .filter((id) => id > 0)
    : []
