/** Silences: kinds of alarms of one subject that are neither counted nor mailed until a time. */
import { max_silence_minutes, type AlarmKind } from '@parking/contract'
import type { Deps } from '../core/deps.ts'

export type Silence = { kind: AlarmKind; subject: string; name: string; until_ms: number; by: string }
type Of = Pick<Silence, 'kind' | 'subject'>

/**
 * The silences that have not ended, the first to end first. One that would last longer than allowed was set
 * before the clock was set back, and counts as ended.
 */
export const silences = ({ db, now }: Pick<Deps, 'db' | 'now'>): Silence[] =>
  db.all<Silence>(
    `SELECT kind, subject, name, until_ms, set_by AS "by" FROM alarm_silence
     WHERE until_ms > :now AND until_ms <= :now + :longest ORDER BY until_ms, kind, subject`,
    { now: now(), longest: max_silence_minutes * 60_000 },
  )

export const isSilenced = (all: readonly Of[], { kind, subject }: Of): boolean =>
  all.some((one) => one.kind === kind && one.subject === subject)

/** Replaces the silence of this kind and subject, and deletes those that have ended. */
export function setSilence(deps: Pick<Deps, 'db' | 'now'>, { by, ...silence }: Silence): void {
  endSilence(deps, silence)
  deps.db.run('DELETE FROM alarm_silence WHERE until_ms <= ?', [deps.now()])
  deps.db.run(
    `INSERT INTO alarm_silence (kind, subject, name, until_ms, set_by)
     VALUES (:kind, :subject, :name, :until_ms, :by)`,
    { ...silence, by },
  )
}

export const endSilence = ({ db }: Pick<Deps, 'db'>, { kind, subject }: Of): void =>
  void db.run('DELETE FROM alarm_silence WHERE kind = ? AND subject = ?', [kind, subject])
