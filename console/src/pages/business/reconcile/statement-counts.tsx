/** The counts of a statement as text, and the words for its exported table. */
import { event_status, event_type } from '@parking/contract/core/codes.ts'
import type { AnswerAt, BodyAt } from '#src/core/api.ts'
import { useWords } from '#src/core/words.ts'
import type { Areas } from '#src/locales/areas.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import styles from './reconcile.module.css'

type Counts = AnswerAt<'/api/parking/list_statements'>['list'][number]['counts']
type StatementWords = Areas['reconcile']['statements']

/** The number of events per type, and below it per status. */
export function StatementCounts({ events, counts }: { events: number; counts: Counts }) {
  const [words, codes] = [useWords('reconcile').statements, useWords('codes')]
  if (events === 0) return <span className={styles.absent}>{words.none}</span>
  const types = sumByWord(counts, ({ event_type: type }) => wordOf(event_type, codes.event_type, type))
  const statuses = sumByWord(counts, ({ status }) =>
    status === null ? words.rows.gone : wordOf(event_status, codes.event_status, status),
  )
  return (
    <span className={styles.counts}>
      <span>{types.map(([word, n]) => words.count(word, n)).join(' · ')}</span>
      <span className={styles.found}>
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
export function tableWords(
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
