/** Writes the parameter groups of a document under the rules of an ordinary change. */
import {
  leavesPlace,
  secret_mask,
  param_issues,
  url_fields,
  withoutUrlMasks,
  type Issue,
  type ParamGroup,
  type Params,
} from '@parking/contract'
import { unmasked } from '../params/extra-info.ts'
import { applySteps, withStoredUrls } from '../params/param-change.ts'
import { reachIssues } from '../params/param-hosts.ts'
import { opened, sealed, storedParam, write_only } from '../params/param.store.ts'
import { badFields } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import type { Sections } from './current.ts'
import type { DocumentSecrets } from './wrap.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Writes all of the groups or none. `secrets` are the decrypted secrets of the file; null if there are none.
 */
export function writeGroups(
  groups: readonly ParamGroup[],
  sections: Sections,
  secrets: DocumentSecrets | null,
  context: CallContext,
): void {
  const issues: Issue[] = []
  const steps = groups.flatMap((group) => {
    const section = sections[group]
    if (!section) return []
    const before = storedParam(context, group)
    const old = opened(context, group, before)
    const after = merged(group, old, section, secrets)
    const found = [
      ...(param_issues[group] as (param: Params[ParamGroup]) => Issue[])(after),
      ...reachIssues(group, after as Values, context),
    ]
    issues.push(...found.map((issue) => ({ ...issue, field: `sections.${group}.${issue.field}` })))
    return found.length > 0 ? [] : [{ group, before, after: sealed(context, group, after, before) }]
  })
  if (issues.length > 0) throw badFields(issues)
  applySteps(steps, context)
}

function merged<Group extends ParamGroup>(
  group: Group,
  old: Params[Group],
  section: Values,
  secrets: DocumentSecrets | null,
): Params[Group] {
  const given = Object.fromEntries(
    Object.entries(section).filter(([field, value]) => value !== undefined && field in old),
  )
  const hidden = write_only[group].flatMap((field) => {
    const value = secretIn(section, group, field, secrets)
    return value === undefined ? [] : [[field, value]]
  })
  const named = withFileUrls(group, withStoredUrls(group, old, { ...old, ...given }), secrets)
  // A stored secret is not used if the file changes the address to another place.
  const stays = !leavesPlace(group, old, named)
  const dropped = stays ? [] : write_only[group].map((field) => [field, ''])
  const next = { ...named, ...Object.fromEntries([...dropped, ...hidden]) }
  if (!('extra_info' in next) || !('extra_info' in old)) return next
  const whole = valueIn(group, 'extra_info', secrets)
  return {
    ...next,
    extra_info: whole ?? withoutStars(stays ? unmasked(next.extra_info, old.extra_info) : next.extra_info),
  }
}

/** Addresses as in the file's secrets. A mask for which no secret is known becomes empty. */
function withFileUrls<Group extends ParamGroup>(
  group: Group,
  named: Params[Group],
  secrets: DocumentSecrets | null,
): Params[Group] {
  const known = named as Values
  const urls = (url_fields[group] ?? []).map((field) => [
    field,
    valueIn(group, field, secrets) ?? withoutUrlMasks(String(known[field])),
  ])
  return { ...named, ...Object.fromEntries(urls) }
}

const valueIn = (group: ParamGroup, name: string, secrets: DocumentSecrets | null): string | undefined =>
  secrets?.params.find((one) => one.group === group && one.field === name)?.value

/** The secret in the file. Undefined if the stored one is kept. */
function secretIn(
  section: Values,
  group: ParamGroup,
  field: string,
  secrets: DocumentSecrets | null,
): string | undefined {
  const set = section[`${field}_set`]
  if (set === false) return ''
  return set === true ? valueIn(group, field, secrets) : undefined
}

/** A mask without its secret becomes empty: better no secret than a wrong one. */
const withoutStars = (text: string): string => text.replaceAll(JSON.stringify(secret_mask), '""')
