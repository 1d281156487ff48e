/** Stores the active rule packs and the user's own packs, and reads the events to judge. */
import { shipped_packs, type RulePack } from '@parking/contract'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

const key = 'evidence_rules'
export type RuleChoice = { own: readonly RulePack[]; active: readonly string[] }

/** No pack is active until a user activates it, because the applicable rules depend on the location. */
export const ruleChoice = ({ db }: Pick<Deps, 'db'>): RuleChoice => ({
  own: [],
  active: [],
  ...readSetting<Partial<RuleChoice>>(db, key, {}),
})

export const writeRuleChoice = (deps: Pick<Deps, 'db' | 'now'>, choice: RuleChoice): void =>
  writeSetting(deps.db, key, choice, deps.now())

/** The packs that apply, of those that ship with the product and the user's own. */
export function activePacks(deps: Pick<Deps, 'db'>): RulePack[] {
  const { own, active } = ruleChoice(deps)
  return [...shipped_packs, ...own].filter(({ pack }) => active.includes(pack))
}

/** The newest entries and exits of a camera, newest first. */
export const newestOf = (db: Db, camera_sn: string, since_ms: number, most: number): string[] =>
  db
    .all<{ uuid: string }>(
      `SELECT uuid FROM event JOIN place USING (place_id)
       WHERE camera_sn = ? AND event_type IN (0, 1, 3) AND event_ms >= ?
       ORDER BY event_ms DESC, event_id DESC LIMIT ?`,
      [camera_sn, since_ms, most],
    )
    .map(({ uuid }) => uuid)

/** The drawing outcome of an event; undefined if nothing was to be drawn. */
export const drawingOf = (db: Db, event_id: number): number | null | undefined =>
  db.get<{ outcome: number | null }>('SELECT outcome FROM event_evidence WHERE event_id = ?', [event_id])
    ?.outcome
