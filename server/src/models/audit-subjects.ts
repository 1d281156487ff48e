/** What the model calls change, for the audit log. */
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { Values } from '../core/audit-values.ts'
import type { Db } from '../core/db.ts'
import { factsOf } from './model-use.ts'
import { currentUse, modelOf } from './model.store.ts'

const inUse = (db: Db): Values => {
  const use = currentUse(db)
  const { name = '', version = '', verdict = null, reason = '' } = use ?? {}
  return { model: use?.model ?? 'shipped', name, version, trial: verdict ?? '', reason }
}
const named = (db: Db, model: string): Values => {
  const { name = '', version = '', sha256 = '' } = factsOf(modelOf(db, model)?.facts ?? '{}')
  return modelOf(db, model) ? { model, name, version, sha256 } : {}
}

export const model_audit_subjects = {
  finish_model_upload: (_, __, answer): Values =>
    answer ? { model: answer.model ?? '', refused: answer.refused ?? '' } : {},
  take_model_folder: (_, __, answer): Values =>
    answer ? { model: answer.model ?? '', refused: answer.refused ?? '' } : {},
  try_model: ({ model }, { db }, answer) => (answer ? named(db, model) : {}),
  promote_model: (_, { db }) => inUse(db),
  roll_back_model: (_, { db }) => inUse(db),
  delete_model: ({ model }, { db }) => named(db, model),
} satisfies AuditSubjects
