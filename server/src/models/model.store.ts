/** Stores the models of users, which one is in use, and their trials (migrations/0026). */
import type {
  ModelRefusal,
  ModelState,
  ModelTrialState,
  ModelUseReason,
  ModelVerdictWord,
} from '@parking/contract'
import type { Db } from '../core/db.ts'

export type ModelRecord = {
  model: string
  /** The uploaded file, or the folder; empty for a model of an older version. */
  file: string
  bytes: number
  state: ModelState
  /** JSON: `ModelFacts`, or the few known facts of a rejected model. */
  facts: string
  reason: ModelRefusal | null
  said: string
  created_by: string
  create_ms: number
}
export type ModelUse = {
  use_id: number
  model: string | null
  name: string
  version: string
  sha256: string
  at_ms: number
  by: string
  why: ModelUseReason
  /** Of the trial by which a user promoted it, and the reason typed. */
  verdict: ModelVerdictWord | null
  reason: string
  crashes: number
  crash_ms: number
}
export type TrialRow = {
  model: string
  state: ModelTrialState
  at_ms: number
  against: string | null
  against_name: string
  against_version: string
  card: string
}

const max_uses = 200

export const allModels = (db: Db): ModelRecord[] =>
  db.all<ModelRecord>('SELECT * FROM model ORDER BY create_ms DESC, model')
export const modelOf = (db: Db, model: string): ModelRecord | undefined =>
  db.get<ModelRecord>('SELECT * FROM model WHERE model = ?', [model])

/** A rejected model that is added again is checked once more. */
export function addModel(
  db: Db,
  row: Pick<ModelRecord, 'model' | 'file' | 'bytes' | 'created_by' | 'create_ms'>,
): void {
  db.run(
    `INSERT INTO model (model, file, bytes, state, facts, said, created_by, create_ms)
     VALUES (:model, :file, :bytes, 'uploaded', '{}', '', :created_by, :create_ms)
     ON CONFLICT (model) DO UPDATE SET state = 'uploaded', file = :file, reason = NULL, said = ''
       WHERE state = 'rejected'`,
    row,
  )
}

export function setModelState(
  db: Db,
  model: string,
  { state, facts, reason, said }: Pick<ModelRecord, 'state' | 'facts' | 'reason' | 'said'>,
): void {
  db.run('UPDATE model SET state = ?, facts = ?, reason = ?, said = ? WHERE model = ?', [
    state,
    facts,
    reason,
    said,
    model,
  ])
}

export const removeModel = (db: Db, model: string): void =>
  void db.run('DELETE FROM model WHERE model = ?', [model])

/** The models that were in use, the current one first. */
export const modelUses = (db: Db, limit = max_uses): ModelUse[] =>
  db.all<ModelUse>('SELECT * FROM model_use ORDER BY use_id DESC LIMIT ?', [limit])
export const currentUse = (db: Db): ModelUse | undefined => modelUses(db, 1)[0]

export function addUse(db: Db, use: Omit<ModelUse, 'use_id' | 'crashes' | 'crash_ms'>): void {
  const { lastInsertRowid } = db.run(
    `INSERT INTO model_use (model, name, version, sha256, at_ms, by, why, verdict, reason)
     VALUES (:model, :name, :version, :sha256, :at_ms, :by, :why, :verdict, :reason)`,
    use,
  )
  db.run('DELETE FROM model_use WHERE use_id <= ?', [Number(lastInsertRowid) - max_uses])
}

/**
 * Counts a crash of the program with the model in use; a crash long after the last one restarts the count.
 */
export function countCrash(db: Db, now: number, within_ms: number): number {
  const use = currentUse(db)
  if (!use) return 0
  const crashes = now - use.crash_ms < within_ms ? use.crashes + 1 : 1
  db.run('UPDATE model_use SET crashes = ?, crash_ms = ? WHERE use_id = ?', [crashes, now, use.use_id])
  return crashes
}

export const trialOf = (db: Db, model: string): TrialRow | undefined =>
  db.get<TrialRow>('SELECT * FROM model_trial WHERE model = ?', [model])

export function writeTrial(db: Db, row: TrialRow): void {
  db.run(
    `INSERT INTO model_trial (model, state, at_ms, against, against_name, against_version, card)
     VALUES (:model, :state, :at_ms, :against, :against_name, :against_version, :card)
     ON CONFLICT (model) DO UPDATE SET state = :state, at_ms = :at_ms, against = :against,
       against_name = :against_name, against_version = :against_version, card = :card`,
    row,
  )
}

/** Marks running trials as stopped, because a trial ends with the server that ran it. */
export const stopTrials = (db: Db): void =>
  void db.run("UPDATE model_trial SET state = 'stopped' WHERE state = 'running'")
