/**
 * The business mode (spec §4). Car lots are meaningless for motorcycles, so a switch clears all scenes, after
 * a snapshot of the whole configuration and in one transaction. Cameras, parameters and events are kept.
 */
import { business_mode, type Answer, type Body } from '@parking/contract'
import { recordChange } from '../changes/record-change.ts'
import { dropPicture } from '../camera/picture-file.ts'
import { countScenes, deleteScenes } from '../camera/scene.store.ts'
import type { Db } from '../core/db.ts'
import { badField } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import { refuseBeforeRestore } from '../system/restore/restore-plan.ts'
import { requireFreeSpace } from '../system/restore/restore.ts'
import { makeSnapshot, pruneSnapshots } from '../system/restore/snapshot.ts'

type BusinessMode = Answer<'get_business_mode'>
const factory: BusinessMode = { business_mode: business_mode.high_position_car }

export const businessMode = (db: Db): BusinessMode => readSetting<BusinessMode>(db, 'business_mode', factory)

/** Stores only the mode. The caller clears the scenes of the other mode. */
export const storeBusinessMode = (db: Db, mode: BusinessMode['business_mode'], now: number): void =>
  writeSetting<BusinessMode>(db, 'business_mode', { business_mode: mode }, now)

/** The values that a switch changes and clears, for the audit. */
export const modeAndScenes = (db: Db) => ({ ...businessMode(db), ...countScenes(db) })

/**
 * Switches the mode and clears the scenes. If there is no scene, no snapshot is made, because it would evict
 * an older one. Throws 1000 `same_as_before` if the mode is set already (another user may have switched and
 * drawn new lots), 6000 during a restore, and 7000 `disk_full` if the snapshot does not fit; nothing changes
 * then.
 */
export async function setBusinessMode(
  wanted: Body<'set_business_mode'>,
  context: CallContext,
): Promise<Answer<'set_business_mode'>> {
  const { db, folder, log, session, now } = context
  await refuseSwitch(wanted, context)
  // No await from here to the end of the transaction, so that no lot can be drawn between snapshot and
  // clearing.
  if (businessMode(db).business_mode === wanted.business_mode)
    throw badField('business_mode', 'same_as_before')
  const counts = countScenes(db)
  const snapshot = counts.scene_num === 0 ? undefined : makeSnapshot(context, 'business_mode')
  const plan = { kind: 'business_mode', ...(snapshot !== undefined && { snapshot }) } as const
  const pictures = recordChange(context, plan, () => {
    storeBusinessMode(db, wanted.business_mode, now())
    return deleteScenes(db)
  })
  log.warn(
    { user: session.username, ...wanted, ...counts, snapshot },
    'the business mode has been switched, the scenes are cleared',
  )
  context.bus.emit('config')
  if (snapshot !== undefined) pruneSnapshots(folder, now())
  // The snapshot holds a hard link to each picture.
  for (const picture of pictures)
    await dropPicture(context.media, picture).catch((error: unknown) =>
      log.warn({ err: error }, 'the picture of a cleared scene could not be deleted'),
    )
  return { ...(snapshot !== undefined && { snapshot }), ...counts }
}

async function refuseSwitch(wanted: Body<'set_business_mode'>, { db, folder }: CallContext): Promise<void> {
  if (businessMode(db).business_mode === wanted.business_mode)
    throw badField('business_mode', 'same_as_before')
  refuseBeforeRestore(folder)
  await requireFreeSpace(folder, 0)
}
