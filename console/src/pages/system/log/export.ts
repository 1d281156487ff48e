/**
 * Fetches all rows of a filter as NDJSON, page by page. The end time is fixed at the start, so that new rows
 * do not shift pages.
 */
import type { AnswerAt } from '#src/core/api.ts'
import type { LogBody, LogFilter } from './filter.ts'
import { ndjson } from './inert.ts'

export const max_exported = 50_000
const rows_per_call = 500

type FetchPage = (body: LogBody) => Promise<AnswerAt<'/api/system/log'>>

/**
 * The lines, newest first. `onProgress` receives the number of rows done and the total. A search that the
 * device answers in parts continues from `searched_ms`.
 */
export async function exportLogs(
  filter: LogFilter,
  now: number,
  fetchPage: FetchPage,
  onProgress: (done: number, total: number) => void,
  max_rows = max_exported,
): Promise<string[]> {
  const lines: string[] = []
  let end_ms = Math.min(filter.end_ms ?? now, now)
  for (;;) {
    let searched_ms: number | undefined
    const before = lines.length
    for (let page = 1; lines.length < max_rows; page++) {
      const answer = await fetchPage({ ...filter, end_ms, page, page_size: rows_per_call })
      lines.push(...answer.list.slice(0, max_rows - lines.length).map(ndjson))
      searched_ms = answer.searched_ms
      onProgress(lines.length, Math.min(max_rows, before + answer.total))
      if (answer.list.length < rows_per_call) break
    }
    if (
      searched_ms === undefined ||
      lines.length >= max_rows ||
      searched_ms - 1 >= end_ms ||
      searched_ms <= (filter.start_ms ?? 0)
    )
      return lines
    end_ms = searched_ms - 1
  }
}
