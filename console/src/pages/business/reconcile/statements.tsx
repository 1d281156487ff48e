/** The daily statements of the device: the counts and root of each day, and its files. */
import { useState } from 'react'
import { event_status, event_type } from '@parking/contract/core/codes.ts'
import type { AnswerAt, BodyAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { saveText } from '#src/lib/save-text.ts'
import { UrlPager } from '#src/tables/pager.tsx'
import { TableHead } from '#src/tables/table-head.tsx'
import '#src/tables/table.css'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import type { Areas } from '#src/locales/areas.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import styles from './reconcile.module.css'

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
          <LoadFailed query={query} title={words.failed} />
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
          <p className={`note ${styles.more}`}>{words.kept(data.total, bytesText(data.bytes))}</p>
          {data.total > url.page_size || url.page > 1 ? <UrlPager total={data.total} url={url} /> : null}
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
        <strong>{day}</strong> <small className="ink-3">{words.number(number)}</small>
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
      <td className="last-cell nowrap">
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

type Counts = AnswerAt<'/api/parking/list_statements'>['list'][number]['counts']
type StatementWords = Areas['reconcile']['statements']

/**
 * The counts of a statement as text, and the words for its exported table.
 * The number of events per type, and below it per status.
 */
function StatementCounts({ events, counts }: { events: number; counts: Counts }) {
  const [words, codes] = [useWords('reconcile').statements, useWords('codes')]
  if (events === 0) return <span className="ink-3">{words.none}</span>
  const types = sumByWord(counts, ({ event_type: type }) => wordOf(event_type, codes.event_type, type))
  const statuses = sumByWord(counts, ({ status }) =>
    status === null ? words.rows.gone : wordOf(event_status, codes.event_status, status),
  )
  return (
    <span className="grid gap-4">
      <span>{types.map(([word, n]) => words.count(word, n)).join(' · ')}</span>
      <span className={`flex wrap ${styles.found}`}>
        {statuses.map(([word, n]) => (
          <StatusTag key={word} tone={word === codes.event_status.sent ? 'ok' : 'warn'}>
            {words.count(word, n)}
          </StatusTag>
        ))}
      </span>
    </span>
  )
}

function sumByWord(counts: Counts, wordOfOne: (count: Counts[number]) => string): [string, number][] {
  const sums = new Map<string, number>()
  for (const one of counts) sums.set(wordOfOne(one), (sums.get(wordOfOne(one)) ?? 0) + one.n)
  return [...sums]
}

function wordOf<Word extends string>(
  table: Record<Word, number>,
  labels: Record<Word, string>,
  value: number | null,
): string {
  const word = (Object.keys(table) as Word[]).find((one) => table[one] === value)
  return word ? labels[word] : String(value ?? '--')
}

/** The words that the table uses instead of the wire's names and numbers. */
function tableWords(
  words: StatementWords,
  codes: Areas['codes'],
): NonNullable<BodyAt<'/api/parking/export_statement'>['words']> {
  return {
    columns: words.table,
    row: words.rows,
    event_type: byNumber(event_type, codes.event_type),
    status: byNumber(event_status, codes.event_status),
  }
}

const byNumber = <Word extends string>(
  table: Record<Word, number>,
  labels: Record<Word, string>,
): Record<string, string> =>
  Object.fromEntries((Object.keys(table) as Word[]).map((word) => [String(table[word]), labels[word]]))
