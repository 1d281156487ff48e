/** Which rules of evidence other parameters would break, before they are imported or restored. */
import { judgeParams, type ParamFinding, type Params, type RulePack } from '@parking/contract'

type EventParam = Params['event_param']
export type Break = ParamFinding & { pack_name: string }

/** What `after` breaks and `before` does not: of each pack, by rule and field. */
export function newBreaks(packs: readonly RulePack[], before: EventParam, after: EventParam): Break[] {
  const keyOf = (one: Break) => JSON.stringify([one.pack_name, one.rule, one.field])
  const breaks = (param: EventParam): Break[] =>
    packs.flatMap(({ name, rules }) => judgeParams(rules, param).map((one) => ({ ...one, pack_name: name })))
  const known = new Set(breaks(before).map(keyOf))
  return breaks(after).filter((one) => !known.has(keyOf(one)))
}
