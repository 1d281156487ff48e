/** Rows of the template demonstration (spec §7 getList). */
import type { Db } from '../core/db.ts'

export type TemplateRow = { id: number; title: string; author: string; created_ms: number }

/** One page of rows, and the total number of rows. */
export function templateRows(
  db: Db,
  page: number,
  page_size: number,
): { total: number; rows: TemplateRow[] } {
  const total = db.get<{ total: number }>('SELECT count(*) AS total FROM template_rows')?.total ?? 0
  const rows = db.all<TemplateRow>('SELECT * FROM template_rows ORDER BY id LIMIT ? OFFSET ?', [
    page_size,
    (page - 1) * page_size,
  ])
  return { total, rows }
}
