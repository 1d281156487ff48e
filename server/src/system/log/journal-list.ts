/**
 * The operating system's journal as a log list (spec §4 log type 5). Its size is unknown, so only the newest
 * lines are read, and the answer says how far back they go.
 */
import type { Answer } from '@parking/contract'
import type { JournalPort } from '#src/ports/journal-port.ts'
import type { LogFilter } from './log-list.store.ts'

const max_read = 5_000

export async function listJournal(
  journal: JournalPort,
  { start_ms, end_ms, level, text = '', page, page_size }: LogFilter,
): Promise<Answer<'log'>> {
  const read = await journal.read({ start_ms, end_ms, level, max: max_read })
  const wanted = text.trim().toLowerCase()
  const found = read.filter(
    ({ content, unit, timestamp_ms }) =>
      `${unit}: ${content}`.toLowerCase().includes(wanted) &&
      timestamp_ms >= (start_ms ?? 0) &&
      timestamp_ms <= (end_ms ?? Infinity),
  )
  const list = found.slice((page - 1) * page_size, page * page_size).map(({ unit, content, ...line }) => ({
    ...line,
    type: 5 as const,
    content: unit === '' ? content : `${unit}: ${content}`,
  }))
  const oldest = read.at(-1)
  return {
    total: found.length,
    list,
    ...(read.length === max_read && oldest ? { searched_ms: oldest.timestamp_ms } : {}),
  }
}
