/** Changes parameters, either completely or not at all. Every change is recorded in the change log. */
import {
  code,
  leavesPlace,
  param_groups,
  param_issues,
  unmaskedUrl,
  url_fields,
  urlMaskIssues,
  type Body,
  type Issue,
  type ParamGroup,
  type Params,
} from '@parking/contract'
import { recordChange } from '../changes/record-change.ts'
import type { Deps } from '../core/deps.ts'
import { badFields, failedBecause, Refusal } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { revisionOf } from '../core/settings.store.ts'
import { masked, unmasked } from './extra-info.ts'
import { groups_sent_to_analysis } from './param-groups.ts'
import { reachIssues } from './param-hosts.ts'
import { opened, sealed, storedParam, write_only, writeParam, type Stored } from './param.store.ts'

export type Changes = Body<'update_all_param'>
type Change = Readonly<Record<string, unknown>> & { revision?: number | undefined }
/** A group before and after the change. */
type Step = { group: ParamGroup; before: Stored<ParamGroup>; after: Stored<ParamGroup> }

/**
 * Changes one group. Throws 1000 with the invalid fields, and 7000 `changed_meanwhile` if another user has
 * saved since `revision`, unless the group already has the requested values.
 */
export function updateParam<Group extends ParamGroup>(
  group: Group,
  change: NonNullable<Changes[Group]>,
  context: CallContext,
): void {
  recordSteps([stepOf(group, change, context, '')], context)
}

/** Changes several groups, all or none. Field names in issues are prefixed with the group. */
export function updateParams(changes: Changes, context: CallContext): void {
  const named = param_groups.filter((group) => changes[group] !== undefined)
  const issues: Issue[] = []
  const steps = named.flatMap((group) => {
    try {
      return [stepOf(group, changes[group] ?? {}, context, `${group}.`)]
    } catch (error) {
      // All invalid fields are reported together. Any other refusal ends the change.
      if (!(error instanceof Refusal) || error.code !== code.format_error) throw error
      issues.push(...(error.data?.issues ?? []))
      return []
    }
  })
  if (issues.length > 0) throw badFields(issues)
  recordSteps(steps, context)
}

/** Writes the steps as one change that can be undone. */
const recordSteps = (steps: readonly Step[], context: CallContext): ParamGroup[] =>
  recordChange(context, { kind: 'change_params' }, () => applySteps(steps, context))

/** Checks a change of one group. `after` equals `before` if nothing differs. Only reads the database. */
export function stepOf(
  group: ParamGroup,
  { revision, ...given }: Change,
  context: Deps,
  prefix: string,
): Step {
  const before = storedParam(context, group)
  const old = opened(context, group, before)
  const after = merged(group, old, given)
  // Sending the same change again is not a conflict: the answer to the first request may have been lost.
  const is_stored = JSON.stringify(after) === JSON.stringify(old)
  if (revision !== undefined && revision !== revisionOf(context.db, group) && !is_stored)
    throw failedBecause(
      'changed_meanwhile',
      'Another user has changed these parameters in the meantime: review them',
      group,
    )
  const issues = [...groupIssues(group, after, given, context), ...placeIssues(group, old, after, given)]
  if (issues.length > 0)
    throw badFields(issues.map((issue) => ({ ...issue, field: `${prefix}${issue.field}` })))
  return { group, before, after: sealed(context, group, after, before) }
}

/** A secret that the change keeps must not be sent to another place (contract/src/params/secret-place.ts). */
export function placeIssues(
  group: ParamGroup,
  old: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Issue[] {
  const urls = urlMaskIssues(url_fields[group] ?? [], old, given)
  if (!leavesPlace(group, old, after)) return urls
  const hidden = write_only[group]
    .filter((field) => old[field] !== '' && (given[field] ?? '') === '')
    .concat(keepsMasked(old['extra_info'], given['extra_info']) ? ['extra_info'] : [])
  return [...urls, ...hidden.map((field) => ({ field, issue: 'secret_place' as const }))]
}

/** Whether secrets of the stored `extra_info` are kept: the change omits it, or contains masks. */
const keepsMasked = (old: unknown, given: unknown): boolean =>
  typeof old === 'string' &&
  masked(old) !== old &&
  (typeof given !== 'string' || unmasked(given, old) !== given)

/**
 * Checks the rules between fields (contract/src/params/param-rules.ts), and for changed hosts whether the
 * device may connect to them.
 */
export function groupIssues<Group extends ParamGroup>(
  group: Group,
  param: Params[Group],
  named: Readonly<Record<string, unknown>>,
  context: Deps,
): Issue[] {
  return [
    ...(param_issues[group] as (param: Params[Group]) => Issue[])(param),
    ...reachIssues(group, named, context),
  ]
}

/**
 * Applies the given fields. Absent fields and secrets that are sent empty are kept. Masks in `extra_info` and
 * in addresses are replaced by the stored values.
 */
function merged<Group extends ParamGroup>(
  group: Group,
  old: Params[Group],
  given: Readonly<Record<string, unknown>>,
): Params[Group] {
  const named = Object.entries(given).filter(
    ([field, value]) => value !== undefined && !(value === '' && write_only[group].includes(field)),
  )
  const next = withStoredUrls(group, old, { ...old, ...Object.fromEntries(named) })
  if ('extra_info' in next && 'extra_info' in old)
    return { ...next, extra_info: unmasked(String(next.extra_info), old.extra_info) }
  return next
}

/** Replaces masks in addresses by the values of `old`, but only if the address is still the same place. */
export function withStoredUrls<T extends object>(group: ParamGroup, old: object, next: T): T {
  const [known, given] = [old as Readonly<Record<string, unknown>>, next as Readonly<Record<string, unknown>>]
  return {
    ...next,
    ...Object.fromEntries(
      (url_fields[group] ?? []).flatMap((field) =>
        typeof given[field] === 'string'
          ? [[field, unmaskedUrl(given[field], String(known[field] ?? ''))]]
          : [],
      ),
    ),
  }
}

/** Writes the steps in the caller's transaction and notifies. Steps without effect are skipped. */
export function applySteps(steps: readonly Step[], context: CallContext): ParamGroup[] {
  const { bus, log, session } = context
  const effective = steps.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
  for (const { group, after } of effective) writeParam(context, group, after)
  if (effective.length === 0) return []
  const groups = effective.map(({ group }) => group)
  log.info({ user: session.username, groups }, 'parameters changed')
  if (groups.includes('platform_param')) bus.emit('platform')
  if (groups.some((group) => groups_sent_to_analysis.includes(group))) bus.emit('config')
  bus.emit('params')
  return groups
}
