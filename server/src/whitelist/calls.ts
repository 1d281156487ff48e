/** Area `whitelist`: the addresses that may use the console (spec §7), and its audit subjects. */
import type { whitelist_calls } from '@parking/contract'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { Values } from '../core/audit-values.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { Db } from '../core/db.ts'
import { stampOf } from '../core/stamp.ts'
import { listEntries } from './whitelist.store.ts'
import { addToWhitelist, deleteFromWhitelist, type WhitelistCache } from './whitelist.ts'

export const whitelist_handlers = {
  get_whitelist(_, { db, address }) {
    const list = listEntries(db).map(({ create_ms, ...entry }) => ({
      ...entry,
      create_time_str: stampOf(create_ms),
    }))
    return { total: list.length, list, caller: address }
  },

  add_whitelist(entries, context) {
    addToWhitelist(entries, context)
    return {}
  },

  delete_whitelist(entries, context) {
    deleteFromWhitelist(entries, context)
    return {}
  },
} satisfies Handlers<keyof typeof whitelist_calls, CallContext & { whitelist: WhitelistCache }>

export const whitelist_audit_subjects = {
  add_whitelist: (_, { db }) => whitelistValues(db),
  delete_whitelist: (_, { db }) => whitelistValues(db),
} satisfies AuditSubjects

const whitelistValues = (db: Db): Values =>
  Object.fromEntries(listEntries(db).map(({ address, comment }) => [address, comment]))
