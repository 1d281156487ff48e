/**
 * Restores one section of the configuration from an entry of the
 * history: previewed first, then applied as an ordinary change.
 */
import {
  calls,
  issuesOf,
  leavesPlace,
  param_factory,
  param_groups,
  param_shapes,
  url_fields,
  type Answer,
  type Body,
  type Issue,
  type ParamGroup,
  type Params,
  type RestorableSection,
} from '@parking/contract'
import type { SceneChecks } from '#src/camera/scene-checks.ts'
import type { CameraLooks } from '#src/camera/look.ts'
import type { NameCheck } from '#src/device/device-name.ts'
import { badField, badFields, denied, failedBecause, notFound } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { revisionOf } from '#src/core/settings.store.ts'
import { openedUrl } from '#src/core/url-secrets.ts'
import { basicInfoRestore } from './basic-info-restore.ts'
import { cameraRestore } from './camera-restore.ts'
import { brokenRules } from '#src/evidence-rules/param-breaks.ts'
import { applySteps, groupIssues } from '#src/params/param-change.ts'
import { differenceOfStored, readable } from '#src/params/param-difference.ts'
import { opened, sealed, sealed_fields, storedParam, type Stored } from '#src/params/param.store.ts'
import { entryById, type Entry } from '../change.store.ts'
import type { Part } from '../configuration-rows.store.ts'
import { lastingForm } from '../parts.ts'
import { recordChange } from '../record-change.ts'
import { sceneRestore } from './scene-restore.ts'
import { revisionOfValues, type SectionRestore } from './section-restore.ts'

export type Needs = CallContext & { looks: CameraLooks; scene_checks: SceneChecks; name_check: NameCheck }

type Request = Pick<Body<'restore_param'>, 'id' | 'moment'>
type GroupRestore = {
  section: ParamGroup
  before: Stored<ParamGroup>
  after: Stored<ParamGroup>
  lost_secrets: string[]
}

/**
 * Sections that are not parameter groups. The business mode is not restored, because switching clears scenes.
 */
const section_restores: Readonly<Record<OtherSection, (then: Part, context: Needs) => SectionRestore>> = {
  scene: sceneRestore,
  camera: cameraRestore,
  basic_info: basicInfoRestore,
}
type OtherSection = Exclude<RestorableSection, ParamGroup>
const isOther = (section: string): section is OtherSection => section in section_restores

/**
 * Throws 3000 if the entry no longer exists, 1000 if its section cannot be restored, and 7000 if this entry
 * cannot be restored (section-restore.ts, camera-restore.ts).
 */
export function previewRestore({ id, moment }: Request, context: Needs): Answer<'preview_restore_param'> {
  const entry = entryOf(id, context)
  if (isOther(entry.section)) {
    const { now, changes, scene } = section_restores[entry.section](entry[moment] ?? {}, context)
    return {
      section: entry.section,
      changes,
      ...(scene && { scene }),
      lost_secrets: [],
      revision: revisionOfValues(now),
    }
  }
  const restore = groupRestore(entry, moment, context)
  return {
    ...shown(restore, context),
    ...breaksOf(restore, context),
    revision: revisionOf(context.db, restore.section),
  }
}

/**
 * Does nothing if nothing differs. Throws 4030 if the role may not change the group, 7000 `changed_meanwhile`
 * if another user has saved since the preview, and 1000 if the values are no longer valid.
 */
export function restoreParam(
  { revision, id, moment }: Body<'restore_param'>,
  context: Needs,
): Answer<'restore_param'> | Promise<Answer<'restore_param'>> {
  const entry = entryOf(id, context)
  if (isOther(entry.section)) return restoreOther(entry.section, entry, { revision, moment }, context)
  const restore = groupRestore(entry, moment, context)
  const { section, before, after } = restore
  const { roles } = calls[`update_${section}`]
  if (roles !== 'anyone' && !context.session.roles.some((role) => roles.includes(role)))
    throw denied('Your role may not change these parameters')
  const answer = shown(restore, context)
  // Already in force: the answer to the first request was lost, or another user has restored the same entry.
  if (answer.changes.length === 0) return answer
  if (revision !== undefined && revision !== revisionOf(context.db, section)) throw changedMeanwhile(section)
  const issues = issuesNow(section, opened(context, section, after), context)
  if (issues.length > 0) throw badFields(issues)
  const plan = { kind: 'change_params', needs_call: `update_${section}`, restored_from: id } as const
  recordChange(context, plan, () => applySteps([{ group: section, before, after }], context))
  return answer
}

const changedMeanwhile = (section: string) =>
  failedBecause('changed_meanwhile', 'Another user has changed this in the meantime: review it', section)

function restoreOther(
  section: OtherSection,
  entry: Entry,
  { revision, moment }: Pick<Body<'restore_param'>, 'revision' | 'moment'>,
  context: Needs,
): Answer<'restore_param'> | Promise<Answer<'restore_param'>> {
  const { now, changes, apply } = section_restores[section](entry[moment] ?? {}, context)
  const answer = { section, changes, lost_secrets: [] }
  if (changes.length === 0) return answer
  if (revision !== undefined && revision !== revisionOfValues(now)) throw changedMeanwhile(section)
  return apply({ restored_from: entry.part_id }).then(() => answer)
}

const shown = ({ section, before, after, lost_secrets }: GroupRestore, { secrets }: Needs) => ({
  section,
  changes: differenceOfStored(section, { ...before }, { ...after }, secrets),
  lost_secrets,
})

/** The rules of evidence that the earlier parameters would break, if the section concerns evidence. */
function breaksOf({ section, before, after }: GroupRestore, context: Needs) {
  if (section !== 'event_param') return {}
  const param = (stored: GroupRestore['before']) =>
    opened(context, 'event_param', stored as Stored<'event_param'>)
  return { broken_rules: brokenRules(context, param(before), param(after)) }
}

function entryOf(id: number, { db }: Needs): Entry {
  const entry = entryById(db, id)
  if (!entry) throw notFound('The entry')
  return { ...entry, ...lastingForm(entry) }
}

/**
 * Fields that did not exist at that time get their factory value. Fields that no longer exist are omitted.
 */
function groupRestore(entry: Entry, moment: Request['moment'], context: Needs): GroupRestore {
  const section = param_groups.find((group) => group === entry.section)
  if (!section) throw badField('id', 'choice')
  const before = storedParam(context, section)
  const now: Part = { ...opened(context, section, before) }
  const then = entry[moment] ?? {}
  const lost_secrets: string[] = []
  const values = Object.entries(param_factory[section]).map(([field, factory]) => {
    if (!(field in then)) return [field, factory]
    const is_url = url_fields[section]?.includes(field) === true
    if (!is_url && !sealed_fields[section].includes(field)) return [field, then[field]]
    const plain = is_url ? readableUrl(then[field], context) : readable(then[field], context.secrets)
    if (plain === undefined) lost_secrets.push(field)
    return [field, plain ?? now[field]]
  })
  const found = Object.fromEntries(values) as Params[typeof section]
  // A lost secret is replaced by the current one, unless the address is another place.
  const other_place = lost_secrets.length > 0 && leavesPlace(section, now, found)
  const wanted = other_place
    ? { ...found, ...Object.fromEntries(lost_secrets.map((one) => [one, ''])) }
    : found
  return { section, before, after: sealed(context, section, wanted, before), lost_secrets }
}

/** Undefined if its secret was encrypted with a key that no longer exists. */
function readableUrl(stored: unknown, context: Needs): string | undefined {
  try {
    return openedUrl(String(stored), context)
  } catch {
    return undefined
  }
}

/** Applies the current schemas and rules, because an older version may have allowed more. */
function issuesNow(section: ParamGroup, wanted: Params[ParamGroup], context: Needs): Issue[] {
  const parsed = param_shapes[section].safeParse(wanted)
  return parsed.success
    ? groupIssues(section, wanted, { ...wanted }, context)
    : issuesOf(parsed.error, wanted)
}
