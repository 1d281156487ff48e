/**
 * The state of each parameter group: who changed it last, whether the analysis application uses it, and what
 * differs from the factory values.
 */
import type { ConfigAcks } from './config-acks.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import { param_factory, param_groups, type Answer, type ParamGroup } from '@parking/contract'
import { lastChangedBy } from '../changes/change.store.ts'
import type { Deps } from '../core/deps.ts'
import { changedMs, revisionOf } from '../core/settings.store.ts'
import { stampOf } from '../core/stamp.ts'
import { driftOf } from './param-difference.ts'
import { groups_sent_to_analysis } from './param-groups.ts'
import { readParam } from './param.store.ts'

type Needs = Deps & { analysis: AnalysisConnection; config_acks: ConfigAcks }

type State = Answer<'param_state'>['list'][number]

export const paramState = (deps: Needs): Answer<'param_state'> => ({
  list: param_groups.map((group) => stateOf(group, deps)),
})

function stateOf(group: ParamGroup, deps: Needs): State {
  const { db } = deps
  const revision = revisionOf(db, group)
  const changed = changedMs(db, group)
  return {
    group,
    revision,
    change_time_str: changed === undefined ? '' : stampOf(changed),
    changed_by: lastChangedBy(db, group),
    ...takenOf(group, revision, deps),
    drift: driftOf(group, param_factory[group], readParam(deps, group)),
  }
}

function takenOf(
  group: ParamGroup,
  revision: number,
  { analysis, config_acks }: Pick<Needs, 'analysis' | 'config_acks'>,
): Pick<State, 'taken' | 'taken_time_str' | 'problems'> {
  if (!groups_sent_to_analysis.includes(group))
    return { taken: 'by_server', taken_time_str: '', problems: [] }
  if (!analysis.peer) return { taken: 'not_running', taken_time_str: '', problems: [] }
  const taken = config_acks.accepted
  if (!taken || taken.revisions[group] !== revision)
    return { taken: 'waiting', taken_time_str: '', problems: [] }
  const problems = taken.problems.filter(({ field }) => field === group || field.startsWith(`${group}.`))
  return {
    taken: problems.length > 0 ? 'refused' : 'taken',
    taken_time_str: stampOf(taken.taken_ms),
    problems,
  }
}
