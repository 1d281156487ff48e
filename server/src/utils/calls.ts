/** Areas `utils` and the template demonstration (spec §7). */
import type { utils_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { stampOf } from '../core/stamp.ts'

type TemplateRow = { id: number; title: string; author: string; created_ms: number }

export const utils_handlers = {
  ping: (_, { boot_id }) => ({ boot_id }),

  getList({ page, page_size }, { db }) {
    const total = db.get<{ total: number }>('SELECT count(*) AS total FROM template_rows')?.total ?? 0
    const rows = db.all<TemplateRow>('SELECT * FROM template_rows ORDER BY id LIMIT ? OFFSET ?', [
      page_size,
      (page - 1) * page_size,
    ])
    return {
      total,
      list: rows.map(({ id, title, author, created_ms }) => ({
        id,
        title,
        author,
        create_time_str: stampOf(created_ms),
      })),
    }
  },
} satisfies Handlers<keyof typeof utils_calls>
