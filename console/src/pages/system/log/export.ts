/** Everything that a filter finds as NDJSON, fetched page by page. What is written meanwhile does not move the pages: the end is fixed at the start. */
import type { AnswerAt } from '#src/api.ts'
import type { LogBody, LogFilter } from './filter.ts'
import { ndjson } from './inert.ts'

export const max_exported = 50_000
const rows_at_once = 500

type Ask = (body: LogBody) => Promise<AnswerAt<'/api/system/log'>>

/** Answers the lines, newest first. `tell` hears how far it is. A search that the device does in pieces is asked for piece by piece. */
export async function exportLogs(
  filter: LogFilter,
  now: number,
  ask: Ask,
  tell: (done: number, total: number) => void,
  most = max_exported,
): Promise<string[]> {
  const lines: string[] = []
  let end_ms = Math.min(filter.end_ms ?? now, now)
  for (;;) {
    let searched_ms: number | undefined
    const before = lines.length
    for (let page = 1; lines.length < most; page++) {
      const answer = await ask({ ...filter, end_ms, page, page_size: rows_at_once })
      lines.push(...answer.list.slice(0, most - lines.length).map(ndjson))
      searched_ms = answer.searched_ms
      tell(lines.length, Math.min(most, before + answer.total))
      if (answer.list.length < rows_at_once) break
    }
    if (
      searched_ms === undefined ||
      lines.length >= most ||
      searched_ms - 1 >= end_ms ||
      searched_ms <= (filter.start_ms ?? 0)
    )
      return lines
    end_ms = searched_ms - 1
  }
}
