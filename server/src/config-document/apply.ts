/** Applies a previewed import completely or not at all. The snapshot made before allows a return. */
import { importable_sections, type Answer, type Body } from '@parking/contract'
import type { WhitelistCache } from '../whitelist/whitelist.ts'
import type { CameraLooks } from '../camera/look.ts'
import type { BoxClock } from '../device/box-clock.ts'
import type { DocumentState } from './document-state.ts'
import { recordChange, type ChangePlan } from '../changes/record-change.ts'
import { allCameras } from '../camera/camera.store.ts'
import { dropPicture, dropPictures, lastPicture } from '../camera/picture-file.ts'
import { setNtp, setTime } from '../device/time.ts'
import { badField, busy, failedBecause } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { refuseBeforeRestore } from '../system/restore/restore-plan.ts'
import { requireFreeSpace } from '../system/restore/restore.ts'
import { makeSnapshot, pruneSnapshots } from '../system/restore/snapshot.ts'
import { same } from './canonical.ts'
import { storedConfiguration, systemSections, type Sections } from './current.ts'
import { differencesOf } from './differences.ts'
import { revisionNow, type Preview } from './previews.ts'
import { dryRun, writeSections } from './write-sections.ts'

type Needs = CallContext & {
  document: DocumentState
  box_clock: BoxClock
  looks: CameraLooks
  whitelist: WhitelistCache
}

type Applied = Answer<'apply_import'>

/**
 * A repeated request gets the same answer. Throws 6000 during another import or a restore, and 7000
 * `preview_gone`, `changed_meanwhile` or `disk_full`. If it throws, nothing has changed.
 */
export async function applyImport(wanted: Body<'apply_import'>, context: Needs): Promise<Applied> {
  const { folder, session } = context
  const running = () => busy('Another import is being applied')
  if (context.document.applying.running) throw running()
  refuseBeforeRestore(folder)
  return context.document.applying.run(running, async () => {
    const { previews } = context.document
    const answered = previews.answered(wanted, session.user_id, context.now())
    if (answered) return answered
    const preview = previews.find(wanted.token, session.user_id, context.now())
    if (!preview) throw failedBecause('preview_gone', 'The preview is too old: preview the file again')
    const chosen = importable_sections.filter((section) => wanted.sections.includes(section))
    const missing = chosen.find((section) => preview.sections[section] === undefined)
    if (missing) throw badField('sections', 'not_found')
    await requireFreeSpace(folder, 0)
    await refuseIfChanged(preview, context)
    // Values that cannot be written are found now, before the clock is changed.
    dryRun(preview.sections, preview.secrets, chosen, context, wanted.confirmed === true)
    const undo = chosen.includes('time') ? await setClock(preview.sections.time, context) : undefined
    try {
      if (revisionNow(context) !== preview.revision) throw changedMeanwhile()
      const applied = apply(preview, chosen, context, wanted.confirmed === true)
      const { snapshot, totals, needs_password } = applied
      const answer = { snapshot, applied: totals, needs_password }
      const { token, sections } = wanted
      previews.applied({ token, user_id: session.user_id, at_ms: context.now(), sections, answer })
      await cleanUp(applied, context)
      return answer
    } catch (error) {
      await undo?.()
      throw error
    }
  })
}

const changedMeanwhile = () =>
  failedBecause(
    'changed_meanwhile',
    'The configuration has changed since the preview: preview the file again',
  )

async function refuseIfChanged(preview: Preview, context: Needs): Promise<void> {
  const { time } = await systemSections(context)
  if (revisionNow(context) !== preview.revision || !same(time, preview.time)) throw changedMeanwhile()
}

/** Has no await, so that no change can come between the snapshot and the import. */
function apply(
  { sections, secrets, time }: Preview,
  chosen: readonly (keyof Sections)[],
  context: Needs,
  confirmed: boolean,
) {
  const { bus, db, log, session } = context
  const before = storedConfiguration(context)
  const snapshot = makeSnapshot(context, 'import')
  const plan: ChangePlan = {
    kind: 'import',
    snapshot,
    gaps: chosen.includes('time') ? ['clock'] : [],
    files: allCameras(db).map(({ camera_sn }) => lastPicture(camera_sn)),
  }
  const written = recordChange(context, plan, () =>
    writeSections(sections, secrets, chosen, context, confirmed),
  )
  const after = storedConfiguration(context)
  const totals = chosen.map((section) => ({
    section,
    total:
      section === 'time'
        ? differencesOf(
            'time',
            { ...before, sections: { time } },
            { ...after, sections: { time: sections.time } },
          ).length
        : differencesOf(section, before, after).length,
  }))
  log.warn({ user: session.username, sections: chosen, snapshot }, 'a configuration was imported')
  bus.emit('config')
  return { ...written, snapshot, totals }
}

/**
 * Deletes the pictures of deleted cameras and scenes. The snapshot holds a hard link to each. A failure here
 * does not undo the import.
 */
async function cleanUp(
  { deleted_cameras, pictures }: { deleted_cameras: string[]; pictures: string[] },
  { folder, log, looks, media, now }: Needs,
): Promise<void> {
  try {
    pruneSnapshots(folder, now())
    for (const camera_sn of deleted_cameras) await dropPictures(media, looks, camera_sn)
    for (const picture of pictures) await dropPicture(media, picture)
  } catch (error) {
    log.warn({ err: error }, 'unused pictures of an import could not be deleted')
  }
}

/** Sets zone and time server. Returns a function that reverts both. If one fails, the other is reverted. */
async function setClock(time: Sections['time'], context: Needs): Promise<(() => Promise<void>) | undefined> {
  if (!time) return undefined
  const before = await context.box_clock.read()
  const set = async ({ time_zone, ntp_enabled, ntp_server }: NonNullable<Sections['time']>) => {
    const now = await context.box_clock.read()
    if (time_zone !== now.time_zone) await setTime({ time_zone }, context)
    if (ntp_enabled !== now.ntp_enabled || ntp_server !== now.ntp_server)
      await setNtp({ ntp_enabled, ntp_server }, context)
  }
  const undo = () =>
    set({
      time_zone: before.time_zone,
      ntp_enabled: before.ntp_enabled,
      ntp_server: before.ntp_server,
    }).catch((error: unknown) => context.log.error({ err: error }, 'the clock could not be reverted'))
  try {
    await set(time)
  } catch (error) {
    await undo()
    throw error
  }
  return undo
}
