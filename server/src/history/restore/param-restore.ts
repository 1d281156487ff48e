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
import type { NameDesk } from '#src/device/device-name.ts'
import { badField, badFields, denied, failedBecause, notFound } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { revisionOf } from '#src/core/settings.store.ts'
import { openedUrl } from '#src/core/url-secrets.ts'
import { basicInfoWay } from './basic-info-restore.ts'
import { cameraWay } from './camera-restore.ts'
import { brokenRules } from '#src/evidence-rules/param-breaks.ts'
import { groupIssues, keep } from '#src/params/param-change.ts'
import { differenceOfStored, readable } from '#src/params/param-difference.ts'
import { entryById, type Document, type Entry } from '#src/params/param-history.store.ts'
import { opened, sealed, sealed_fields, storedParam, type Stored } from '#src/params/param.store.ts'
import { sceneWay } from './scene-restore.ts'
import { revisionOfValues, type SectionWay } from './section-restore.ts'

export type Needs = CallContext & { looks: CameraLooks; scene_checks: SceneChecks; name_desk: NameDesk }

type Asked = Pick<Body<'restore_param'>, 'id' | 'moment'>
type Way = {
  section: ParamGroup
  before: Stored<ParamGroup>
  after: Stored<ParamGroup>
  lost_secrets: string[]
}

/**
 * Sections that are no group of parameters. The business
 * mode is not restored: switching it clears the scenes.
 */
const ways: Readonly<Record<OtherSection, (then: Document, context: Needs) => SectionWay>> = {
  scene: sceneWay,
  camera: cameraWay,
  basic_info: basicInfoWay,
}
type OtherSection = Exclude<RestorableSection, ParamGroup>
const isOther = (section: string): section is OtherSection => section in ways

/**
 * 3000 if the entry is gone, 1000 if its section cannot be restored;
 * 7000 if this entry cannot (section-restore.ts, camera-restore.ts).
 */
export function previewRestore({ id, moment }: Asked, context: Needs): Answer<'preview_restore_param'> {
  const entry = entryOf(id, context)
  if (isOther(entry.section)) {
    const { now, changes, scene } = ways[entry.section](entry[moment], context)
    return {
      section: entry.section,
      changes,
      ...(scene && { scene }),
      lost_secrets: [],
      revision: revisionOfValues(now),
    }
  }
  const way = wayBack(entry, moment, context)
  return { ...shown(way, context), ...breaksOf(way, context), revision: revisionOf(context.db, way.section) }
}

/**
 * Does nothing where nothing differs. 4030 if the role may not change the group; 7000 `changed_meanwhile` if
 * another user has saved since the preview; 1000 if the values are no longer valid.
 */
export function restoreParam(
  { revision, id, moment }: Body<'restore_param'>,
  context: Needs,
): Answer<'restore_param'> | Promise<Answer<'restore_param'>> {
  const entry = entryOf(id, context)
  if (isOther(entry.section)) return restoreOther(entry.section, entry, { revision, moment }, context)
  const way = wayBack(entry, moment, context)
  const { section, before, after } = way
  const { roles } = calls[`update_${section}`]
  if (roles !== 'anyone' && !context.session.roles.some((role) => roles.includes(role)))
    throw denied('Your role may not change these parameters')
  const answer = shown(way, context)
  // In force already: the answer to the first request was lost, or another user has restored the same.
  if (answer.changes.length === 0) return answer
  if (revision !== undefined && revision !== revisionOf(context.db, section)) throw changedMeanwhile(section)
  const issues = issuesNow(section, opened(context, section, after), context)
  if (issues.length > 0) throw badFields(issues)
  keep([{ group: section, before, after }], context, 'restore_param', id)
  return answer
}

const changedMeanwhile = (section: string) =>
  failedBecause('changed_meanwhile', 'Another user has changed this meanwhile: look at it again', section)

function restoreOther(
  section: OtherSection,
  entry: Entry,
  { revision, moment }: Pick<Body<'restore_param'>, 'revision' | 'moment'>,
  context: Needs,
): Answer<'restore_param'> | Promise<Answer<'restore_param'>> {
  const { now, changes, go } = ways[section](entry[moment], context)
  const answer = { section, changes, lost_secrets: [] }
  if (changes.length === 0) return answer
  if (revision !== undefined && revision !== revisionOfValues(now)) throw changedMeanwhile(section)
  const done = go('restore_param', entry.id)
  return done ? done.then(() => answer) : answer
}

const shown = ({ section, before, after, lost_secrets }: Way, { secrets }: Needs) => ({
  section,
  changes: differenceOfStored(section, asDocument(before), asDocument(after), secrets),
  lost_secrets,
})

/** Which rules of evidence the earlier parameters would break, where they are about evidence. */
function breaksOf({ section, before, after }: Way, context: Needs) {
  if (section !== 'event_param') return {}
  const param = (stored: Way['before']) => opened(context, 'event_param', stored as Stored<'event_param'>)
  return { broken_rules: brokenRules(context, param(before), param(after)) }
}

const asDocument = (stored: object): Document => ({ ...stored })

function entryOf(id: number, { db }: Needs): Entry {
  const entry = entryById(db, id)
  if (!entry) throw notFound('The entry')
  return entry
}

/** A field that did not exist then gets its factory value; one that no longer exists is left out. */
function wayBack(entry: Entry, moment: Asked['moment'], context: Needs): Way {
  const section = param_groups.find((group) => group === entry.section)
  if (!section) throw badField('id', 'choice')
  const before = storedParam(context, section)
  const now = asDocument(opened(context, section, before))
  const then = entry[moment]
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
  // The present secret stands for one that is lost, but not at another address.
  const stray = lost_secrets.length > 0 && leavesPlace(section, now, found)
  const wanted = stray ? { ...found, ...Object.fromEntries(lost_secrets.map((one) => [one, ''])) } : found
  return { section, before, after: sealed(context, section, wanted, before), lost_secrets }
}

/** Undefined if its secret was encrypted under a key that is gone. */
function readableUrl(stored: unknown, context: Needs): string | undefined {
  try {
    return openedUrl(String(stored), context)
  } catch {
    return undefined
  }
}

/** Today's schemas and rules apply: an older program may have allowed more. */
function issuesNow(section: ParamGroup, wanted: Params[ParamGroup], context: Needs): Issue[] {
  const parsed = param_shapes[section].safeParse(wanted)
  return parsed.success
    ? groupIssues(section, wanted, { ...wanted }, context)
    : issuesOf(parsed.error, wanted)
}
