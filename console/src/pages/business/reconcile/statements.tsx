/** The daily statements of the device: the counts and root of each day, and its files. */
import { useState } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { saveText } from '#src/lib/save-text.ts'
import { Pager } from '#src/tables/pager.tsx'
import { TableHead } from '#src/tables/table-head.tsx'
import '#src/tables/table.css'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import styles from './reconcile.module.css'
import { StatementCounts, tableWords } from './statement-counts.tsx'

type Statement = AnswerAt<'/api/parking/list_statements'>['list'][number]
type Format = 'json' | 'csv'

const columns = ['day', 'counts', 'changes', 'root', 'made'] as const
const types = { json: 'application/json', csv: 'text/csv' }

export function Statements() {
  const [words, codes] = [useWords('reconcile').statements, useWords('codes')]
  const url = useUrlState()
  const query = useCall(
    '/api/parking/list_statements',
    { page: url.page, page_size: url.page_size },
    { every: 60_000, keep: true },
  )
  const [busy, setBusy] = useState('')
  const { run } = useChange('/api/parking/export_statement', {
    done: ({ file_name, content }) =>
      saveText(content, file_name, types[file_name.endsWith('.csv') ? 'csv' : 'json']),
  })

  async function save(day: string, format: Format) {
    setBusy(`${day} ${format}`)
    await run({ day, format, ...(format === 'csv' && { words: tableWords(words, codes) }) })
    setBusy('')
  }

  const { data } = query
  return (
    <Section flush title={words.title} hint={words.hint}>
      {!data ? (
        query.isError ? (
          <ErrorState title={words.failed} retry={() => void query.refetch()} retrying={query.isFetching}>
            {query.error.message}
          </ErrorState>
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : data.total === 0 ? (
        <EmptyState title={words.empty} heading="h3">
          {words.empty_says}
        </EmptyState>
      ) : (
        <>
          <div className="table-box" aria-busy={query.isPlaceholderData}>
            <table className={`table ${styles.days} ${styles.statements}`} data-cards="">
              <TableHead columns={columns} labels={words.columns} acts={words.acts} />
              <tbody>
                {data.list.map((one) => (
                  <StatementRow key={one.day} statement={one} busy={busy} onSave={save} />
                ))}
              </tbody>
            </table>
          </div>
          <p className={styles.more}>{words.kept(data.total, bytesText(data.bytes))}</p>
          {data.total > url.page_size || url.page > 1 ? (
            <Pager
              total={data.total}
              page={url.page}
              pageSize={url.page_size}
              onPage={(page) => url.change({ page }, { keepPage: true })}
              onPageSize={(page_size) => url.change({ page_size })}
            />
          ) : null}
        </>
      )}
    </Section>
  )
}

type RowProps = {
  statement: Statement
  busy: string
  onSave: (day: string, format: Format) => Promise<void>
}

function StatementRow({ statement, busy, onSave }: RowProps) {
  const words = useWords('reconcile').statements
  const { day, events, changes, counts, root, made_str, number } = statement
  return (
    <tr>
      <td data-label={words.columns.day} data-wide="">
        <strong>{day}</strong> <small className={styles.absent}>{words.number(number)}</small>
      </td>
      <td data-label={words.columns.counts}>
        <StatementCounts events={events} counts={counts} />
      </td>
      <td data-label={words.columns.changes}>{changes === 0 ? '--' : words.changed(changes)}</td>
      <td data-label={words.columns.root}>
        <CopyText text={root}>
          <code title={root}>{`${root.slice(0, 12)}…`}</code>
        </CopyText>
      </td>
      <td data-label={words.columns.made}>{made_str}</td>
      <td className={styles.act}>
        {(['json', 'csv'] as const).map((format) => (
          <Button
            key={format}
            aria-label={words.save(day, words.formats[format])}
            pending={busy === `${day} ${format}`}
            onClick={() => void onSave(day, format)}
          >
            {words.formats[format]}
          </Button>
        ))}
      </td>
    </tr>
  )
}
