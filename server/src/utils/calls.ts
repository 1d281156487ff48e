/** Area `utils`, and the template demonstration (spec §7). */
import type { utils_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { stampOf } from '../core/stamp.ts'
import { templateRows } from './template.store.ts'

export const utils_handlers = {
  ping: (_, { boot_id }) => ({ boot_id }),

  getList({ page, page_size }, { db }) {
    const { total, rows } = templateRows(db, page, page_size)
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
