/**
 * The differences between two configurations, section by section, as facts for which the console has the
 * texts. They contain no secrets.
 */
import { camera_urls, type Difference, type DocumentSection, type ParamGroup } from '@parking/contract'
import { same } from './canonical.ts'
import type { Configuration, DocumentCamera, Sections } from './current.ts'
import { sceneDifferences } from './scene-differences.ts'

type Scalar = string | number | boolean | null
type Values = Readonly<Record<string, unknown>>

export function differencesOf(
  section: DocumentSection,
  before: Configuration,
  after: Configuration,
): Difference[] {
  const [old, now] = [before.sections, after.sections]
  switch (section) {
    case 'whitelist':
      return listed((old.whitelist?.list ?? []).map(lineOf), (now.whitelist?.list ?? []).map(lineOf))
    case 'schedule_param':
      return days(old, now)
    case 'cameras':
      return cameras(before, after)
    case 'scenes':
      return sceneDifferences(old, now)
    case 'device':
    case 'time':
    case 'network':
    case 'business_mode':
    case 'alarm_mail':
      return fields(old[section] ?? {}, now[section] ?? {})
    default:
      return [...fields(old[section] ?? {}, now[section] ?? {}), ...groupSecrets(section, before, after)]
  }
}

const lineOf = ({ address, comment }: { address: string; comment: string }): string =>
  comment === '' ? address : `${address} (${comment})`

function listed(before: readonly string[], after: readonly string[]): Difference[] {
  const missing = (
    list: readonly string[],
    other: readonly string[],
    what: 'added' | 'removed',
  ): Difference[] =>
    list.filter((value) => !other.includes(value)).map((value) => ({ kind: 'entry', what, value }))
  return [...missing(before, after, 'removed'), ...missing(after, before, 'added')]
}

/** Compares field by field. Whether a secret is set is reported with the secrets. */
function fields(before: Values, after: Values): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !name.endsWith('_set') && !same(before[name], after[name]),
  )
  return names.flatMap((field): Difference[] => {
    const [was, is] = [before[field], after[field]]
    if (Array.isArray(was) && Array.isArray(is)) return listed(was.map(String), is.map(String))
    return [{ kind: 'value', field, before: scalarOf(was), after: scalarOf(is) }]
  })
}

const scalarOf = (value: unknown): Scalar =>
  value === undefined || value === null
    ? null
    : typeof value === 'object'
      ? JSON.stringify(value)
      : (value as Scalar)

type SecretChange = 'set' | 'changed' | 'cleared'
const secretChange = (was = '', is = ''): SecretChange | undefined =>
  was === is ? undefined : was === '' ? 'set' : is === '' ? 'cleared' : 'changed'

function groupSecrets(group: ParamGroup, before: Configuration, after: Configuration): Difference[] {
  const of = ({ secrets }: Configuration) =>
    new Map(secrets.params.filter((one) => one.group === group).map(({ field, value }) => [field, value]))
  const [old, now] = [of(before), of(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field): Difference[] => {
    const what = secretChange(old.get(field), now.get(field))
    // If the visible text differs as well, the change is already reported.
    if (
      what === undefined ||
      !same((before.sections[group] as Values)[field], (after.sections[group] as Values)[field])
    )
      return []
    return [{ kind: 'secret', field, what }]
  })
}

type Plan = { days: number[]; range: { start: string; end: string }; type: 0 | 1 | 2 | 3 }

/** Different plans may have the same meaning, so the resulting days are compared. */
function days(old: Sections, now: Sections): Difference[] {
  const plansOf = (sections: Sections) => (sections.schedule_param?.['plans'] ?? []) as Plan[]
  const dayOf = (plans: readonly Plan[], day: number) =>
    plans
      .filter((plan) => plan.days.includes(day))
      .map(({ range, type }) => ({ ...range, type }))
      .toSorted((one, other) => (one.start < other.start ? -1 : 1))
  const [before, after] = [plansOf(old), plansOf(now)]
  const found = [1, 2, 3, 4, 5, 6, 7].flatMap((day): Difference[] => {
    const [was, is] = [dayOf(before, day), dayOf(after, day)]
    return same(was, is) ? [] : [{ kind: 'day', day, before: was, after: is }]
  })
  return found.length > 0 || same(before, after)
    ? found
    : [{ kind: 'value', field: 'plans', before: before.length, after: after.length }]
}

function cameras(before: Configuration, after: Configuration): Difference[] {
  const bySn = ({ sections }: Configuration) =>
    new Map((sections.cameras?.list ?? []).map((camera) => [camera.camera_sn, camera]))
  const [old, now] = [bySn(before), bySn(after)]
  const secretsOf = ({ secrets }: Configuration) =>
    new Map(secrets.cameras.map((one) => [one.camera_sn, one]))
  const [old_secrets, new_secrets] = [secretsOf(before), secretsOf(after)]
  const lots = ({ sections }: Configuration, { camera_sn }: DocumentCamera) =>
    (sections.scenes?.list ?? [])
      .filter((scene) => scene.camera_sn === camera_sn)
      .reduce((sum, scene) => sum + scene.lots.length, 0)
  const differenceOf = (
    configuration: Configuration,
    camera: DocumentCamera,
    what: 'added' | 'removed',
  ): Difference => ({
    kind: 'camera',
    what,
    camera_name: camera.camera_name,
    camera_sn: camera.camera_sn,
    lot_num: lots(configuration, camera),
  })
  const removed = [...old.values()]
    .filter((camera) => !now.has(camera.camera_sn))
    .map((camera) => differenceOf(before, camera, 'removed'))
  const added = [...now.values()]
    .filter((camera) => !old.has(camera.camera_sn))
    .map((camera) => differenceOf(after, camera, 'added'))
  const changed = [...now.values()].flatMap((camera): Difference[] => {
    const was = old.get(camera.camera_sn)
    if (!was) return []
    const [held, holds] = [old_secrets.get(camera.camera_sn), new_secrets.get(camera.camera_sn)]
    const what = secretChange(held?.password, holds?.password)
    const { camera_name } = was
    const urls = camera_urls.flatMap((field): Difference[] => {
      const change = secretChange(held?.urls?.[field], holds?.urls?.[field])
      // If the masked address differs as well, the change is already reported.
      return change && same(was[field], camera[field])
        ? [{ kind: 'secret', field, camera_name, what: change }]
        : []
    })
    return [
      ...fields(was, camera).flatMap((one): Difference[] =>
        one.kind === 'value' ? [{ ...one, kind: 'camera_value', camera_name }] : [],
      ),
      ...(what ? [{ kind: 'secret' as const, field: 'password', camera_name, what }] : []),
      ...urls,
    ]
  })
  return [...removed, ...added, ...changed]
}
