/**
 * Previews an import: validates every field of the file, applies it in a transaction that is rolled back, and
 * returns the differences.
 * Long because reading, comparing and answering share one transaction.
 */
import {
  holdsMask,
  importable_sections,
  nameByRule,
  read_only_sections,
  serial_mark,
  url_fields,
  withoutUrlMasks,
  type Answer,
  type Body,
  type Difference,
  type DocumentSection,
  type DocumentWarning,
  type Params,
} from '@parking/contract'
import type { BoxClock } from '../device/box-clock.ts'
import type { DocumentState } from './document-state.ts'
import { badField, badFields, busy } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { admits, type WhitelistCache } from '../whitelist/whitelist.ts'
import { activePacks } from '../evidence-rules/evidence-rules.store.ts'
import { newBreaks } from '../evidence-rules/param-breaks.ts'
import { crossIssues } from './cross-rules.ts'
import { storedConfiguration, systemSections, type Configuration, type Sections } from './current.ts'
import { differencesOf } from './differences.ts'
import { revisionOf } from './previews.ts'
import { readDocument, type ReadDocument } from './read-file.ts'
import { unwrap, type DocumentSecrets } from './wrap.ts'
import { dryRun } from './write-sections.ts'

type Needs = CallContext & { document: DocumentState; box_clock: BoxClock; whitelist: WhitelistCache }

type EventParam = Params['event_param']
type Answered = Answer<'preview_import'>
const max_changes = 1_000
const max_names = 20
const max_name = 64

/** Throws 1000 with every fault and its field, and 6000 during another preview. Changes nothing. */
export async function previewImport(
  { content, passphrase }: Body<'preview_import'>,
  context: Needs,
): Promise<Answered> {
  const { now, session } = context
  return context.document.reading.run(
    () => busy('Another file is being read'),
    async () => {
      const { read, named_by_rule, secrets, system } = await openDocument(content, passphrase, context)
      const { made, version, sections, secrets: file_secrets } = read.document
      const { host_sn } = await context.host.identity()
      // No await from here on, so that the answer describes one state.
      const before = storedConfiguration(context)
      const present = importable_sections.filter((section) => sections[section] !== undefined)
      const { after, written } = dryRun(sections, secrets, present, context)
      const configurations = {
        before: withSystem(before, system),
        after: withSystem(after, { ...system, ...(sections.time && { time: sections.time }) }),
      }
      return {
        token: context.document.previews.add(
          {
            user_id: session.user_id,
            made_ms: now(),
            revision: revisionOf(before),
            time: system.time,
            sections,
            secrets,
          },
          now(),
        ),
        made,
        version,
        checksum: read.document.checksum,
        same_device: made.host_sn === host_sn,
        secrets: file_secrets.kind === 'left_out' ? 'left_out' : secrets ? 'opened' : 'locked',
        sections: sectionsOf(sections, configurations, before),
        warnings: warningsOf(
          read,
          secrets,
          { ...configurations, needs_password: written.needs_password, host_sn, named_by_rule },
          context,
        ),
      }
    },
  )
}

/** Reads and checks a file. Returns it with its secrets and the current state of the operating system. */
export async function openDocument(
  content: string,
  passphrase: string,
  context: Needs,
): Promise<{
  read: ReadDocument
  /** Whether the device takes its name by a rule, which gives each box its own. */
  named_by_rule: boolean
  secrets: DocumentSecrets | null
  system: Pick<Sections, 'time' | 'network'>
}> {
  const read = readDocument(content)
  const secrets = await openedSecrets(read, passphrase)
  const system = await systemSections(context)
  const issues = crossIssues(read.document.sections, system, context)
  if (issues.length > 0) throw badFields(issues)
  return { ...(await named(read, context)), secrets, system }
}

/** The document with the name that its rule, if any, gives this box. Throws 1000 if that is too long. */
async function named(
  read: ReadDocument,
  { host }: CallContext,
): Promise<{ read: ReadDocument; named_by_rule: boolean }> {
  const { device } = read.document.sections
  if (!device?.name.includes(serial_mark)) return { read, named_by_rule: false }
  const { host_sn } = await host.identity()
  const name = nameByRule(device.name, host_sn)
  if (name.length > max_name) throw badField('sections.device.name', 'too_long', max_name)
  const sections = { ...read.document.sections, device: { ...device, name } }
  return { read: { ...read, document: { ...read.document, sections } }, named_by_rule: true }
}

/** Null if the file has no secrets or no passphrase was given. */
async function openedSecrets(
  { document: { secrets }, raw }: ReadDocument,
  passphrase: string,
): Promise<DocumentSecrets | null> {
  if (secrets.kind === 'left_out' || passphrase === '') return null
  const { format, version, made, sections } = raw
  const opened = await unwrap(secrets, passphrase, { format, version, made, sections })
  if (!opened) throw badField('passphrase', 'passphrase_wrong')
  return opened
}

const withSystem = (
  { sections, secrets }: Configuration,
  system: Pick<Sections, 'time' | 'network'>,
): Configuration => ({ sections: { ...sections, ...system }, secrets })

type BeforeAfter = { before: Configuration; after: Configuration }

function sectionsOf(
  sections: Sections,
  { before, after }: BeforeAfter,
  now: Configuration,
): Answered['sections'] {
  return ([...importable_sections, ...read_only_sections] as readonly DocumentSection[]).flatMap(
    (section) => {
      if (sections[section] === undefined) return []
      const importable = !read_only_sections.includes(section)
      const changes = importable
        ? differencesOf(section, before, after)
        : differencesOf(section, before, {
            ...after,
            sections: { ...after.sections, [section]: sections[section] },
          })
      return [
        {
          section,
          importable,
          total: changes.length,
          changes: changes.slice(0, max_changes),
          needs: section === 'scenes' ? needsOf(sections, now) : [],
        },
      ]
    },
  )
}

/** Scenes of a camera that is not on this device yet need the cameras of the file. */
function needsOf({ scenes, cameras }: Sections, now: Configuration): DocumentSection[] {
  const present = new Set((now.sections.cameras?.list ?? []).map(({ camera_sn }) => camera_sn))
  return cameras && (scenes?.list ?? []).some(({ camera_sn }) => !present.has(camera_sn)) ? ['cameras'] : []
}

type Found = BeforeAfter & { needs_password: readonly string[]; host_sn: string; named_by_rule: boolean }

function warningsOf(
  { document: { made, sections, secrets: file_secrets } }: ReadDocument,
  secrets: DocumentSecrets | null,
  { before, after, needs_password, host_sn, named_by_rule }: Found,
  context: Needs,
): Answered['warnings'] {
  const { address } = context
  const warnings: Answered['warnings'] = []
  const warn = (
    warning: DocumentWarning,
    section: DocumentSection | null,
    names: readonly string[],
    count = names.length,
  ) => {
    if (count > 0) warnings.push({ warning, section, names: names.slice(0, max_names), count })
  }
  const [cameras, scenes] = [differencesOf('cameras', before, after), differencesOf('scenes', before, after)]
  const removed_cameras = cameras.flatMap((one) =>
    one.kind === 'camera' && one.what === 'removed' ? [one.camera_name] : [],
  )
  const removed_lots = lotsRemoved(scenes, before, after)
  if (made.host_sn !== host_sn && !named_by_rule) warn('other_device', 'device', [made.host_sn])
  if (file_secrets.kind === 'wrapped' && !secrets) warn('secrets_locked', null, [], 1)
  warn('cameras_removed', 'cameras', removed_cameras)
  warn('camera_needs_password', 'cameras', needs_password)
  for (const group of ['storage_param', 'alarm_param', 'mqtt_param'] as const) {
    const [in_file, is] = [sections[group], after.sections[group]]
    for (const field of ['password_set', 'from_auth_set'])
      if (in_file?.[field] === true && is?.[field] === false)
        warn('secret_missing', group, [field.replace(/_set$/, '')])
  }
  if (
    holdsMask(String(sections.platform_param?.['extra_info'] ?? '')) &&
    !holdsMask(String(after.sections.platform_param?.['extra_info']))
  )
    warn('secret_missing', 'platform_param', ['extra_info'])
  for (const group of ['storage_param', 'platform_param'] as const) {
    // Addresses that lost the secret behind their mask.
    const emptied = (url_fields[group] ?? []).filter((field) => {
      const in_file = String(sections[group]?.[field] ?? '')
      return (
        withoutUrlMasks(in_file) !== in_file &&
        withoutUrlMasks(in_file) === String(after.sections[group]?.[field])
      )
    })
    for (const field of emptied) warn('secret_missing', group, [field])
  }
  if (
    sections.business_mode &&
    sections.business_mode.business_mode !== before.sections.business_mode?.business_mode
  )
    warn('mode_clears_scenes', 'business_mode', [], before.sections.scenes?.list.length ?? 0)
  warn('lots_removed', 'scenes', removed_lots)
  const [is, planned] = [before.sections.event_param, after.sections.event_param]
  if (sections.event_param && is && planned) {
    const broken = newBreaks(activePacks(context), is as EventParam, planned as EventParam)
    warn('breaks_evidence_rules', 'event_param', [
      ...new Set(broken.map(({ pack_name, rule }) => `${pack_name} ${rule.clause}`.trim())),
    ])
  }
  if (sections.whitelist && sections.whitelist.list.length > 0 && !admits(sections.whitelist.list, address))
    warn('shut_out', 'whitelist', [address])
  return warnings
}

/** Numbers of lots that are removed rather than renamed. */
function lotsRemoved(scenes: readonly Difference[], before: Configuration, after: Configuration): string[] {
  const numbers = ({ sections }: Configuration) =>
    (sections.scenes?.list ?? []).flatMap((scene) => scene.lots.map(({ lot_no }) => lot_no))
  const remaining = new Set(numbers(after))
  const renamed = new Set(scenes.flatMap((one) => (one.kind === 'lot_renamed' ? [one.before] : [])))
  return numbers(before).filter((lot_no) => !remaining.has(lot_no) && !renamed.has(lot_no))
}
