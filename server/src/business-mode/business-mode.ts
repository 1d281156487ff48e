/**
 * The business mode (spec §4): what the box looks at. Lots that were drawn for cars mean nothing to motorcycles, so a switch clears all scenes:
 * after a snapshot of the whole configuration, and in one transaction. Cameras, parameters and events stay.
 */
import { business_mode, type Answer, type Body } from '@parking/contract'
import { dropPicture } from '../camera/picture-file.ts'
import { countScenes, deleteScenes } from '../camera/scene.store.ts'
import type { Db } from '../core/db.ts'
import { badField, busy } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import { needRoom } from '../system/restore/restore.ts'
import { readPlan } from '../system/restore/restore-plan.ts'
import { makeSnapshot, pruneSnapshots } from '../system/restore/snapshot.ts'

type BusinessMode = Answer<'get_business_mode'>
/** As the box comes. */
const factory: BusinessMode = { business_mode: business_mode.high_position_car }

export const businessMode = (db: Db): BusinessMode => readSetting<BusinessMode>(db, 'business_mode', factory)

/** Writes the mode down, and nothing else: what was drawn for the other one is the caller's to clear. */
export const keepBusinessMode = (db: Db, mode: BusinessMode['business_mode'], now: number): void =>
  writeSetting<BusinessMode>(db, 'business_mode', { business_mode: mode }, now)

/** What a switch changes and clears, for the audit. */
export const modeAndScenes = (db: Db) => ({ ...businessMode(db), ...countScenes(db) })

/**
 * Switches the mode and clears the scenes. Without a scene nothing is lost, and no snapshot is made that would push an older one out.
 * 1000 `same_as_before` where it is this mode already: somebody else may have switched meanwhile, and drawn new lots. 6000 while a restore is under way.
 * 7000 `disk_full` where the snapshot has no room: nothing is done then.
 */
export async function setBusinessMode(
  wanted: Body<'set_business_mode'>,
  context: CallContext,
): Promise<Answer<'set_business_mode'>> {
  const { db, folder, log, session, now } = context
  await refuseSwitch(wanted, context)
  // From here to the end of the transaction nothing is waited for: nobody draws a lot between the snapshot and the clearing.
  if (businessMode(db).business_mode === wanted.business_mode)
    throw badField('business_mode', 'same_as_before')
  const counts = countScenes(db)
  const snapshot = counts.scene_num === 0 ? undefined : makeSnapshot(context, 'business_mode')
  const pictures = db.transaction(() => {
    keepBusinessMode(db, wanted.business_mode, now())
    return deleteScenes(db)
  })
  log.warn(
    { user: session.username, ...wanted, ...counts, snapshot },
    'the business mode has been switched, the scenes are cleared',
  )
  context.bus.emit('config')
  if (snapshot !== undefined) pruneSnapshots(folder)
  // The snapshot has each by a second name.
  for (const picture of pictures)
    await dropPicture(context.media, picture).catch((error: unknown) =>
      log.warn({ err: error }, 'the picture of a cleared scene could not be taken away'),
    )
  return { ...(snapshot !== undefined && { snapshot }), ...counts }
}

async function refuseSwitch(wanted: Body<'set_business_mode'>, { db, folder }: CallContext): Promise<void> {
  if (businessMode(db).business_mode === wanted.business_mode)
    throw badField('business_mode', 'same_as_before')
  if (readPlan(folder)) throw busy('A restore has been asked for already')
  await needRoom(folder, 0)
}
