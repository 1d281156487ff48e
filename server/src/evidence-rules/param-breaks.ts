/** Finds the evidence rules that new parameters would break, before they are imported or restored. */
import {
  judgeParams,
  type BrokenRule,
  type ParamFinding,
  type Params,
  type RulePack,
} from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { activePacks } from './evidence-rules.store.ts'

type EventParam = Params['event_param']
export type Break = ParamFinding & { pack_name: string }

/** The rules that `after` breaks and `before` does not, by pack, rule and field. */
export function newBreaks(packs: readonly RulePack[], before: EventParam, after: EventParam): Break[] {
  const keyOf = (one: Break) => JSON.stringify([one.pack_name, one.rule, one.field])
  const breaks = (param: EventParam): Break[] =>
    packs.flatMap(({ name, rules }) => judgeParams(rules, param).map((one) => ({ ...one, pack_name: name })))
  const known = new Set(breaks(before).map(keyOf))
  return breaks(after).filter((one) => !known.has(keyOf(one)))
}

/** The new breaks of the active packs, in the format of the calls. */
export const brokenRules = (deps: Pick<Deps, 'db'>, before: EventParam, after: EventParam): BrokenRule[] =>
  newBreaks(activePacks(deps), before, after).map(({ pack_name, rule: { clause, kind }, field }) => ({
    pack_name,
    clause,
    kind,
    field,
  }))
