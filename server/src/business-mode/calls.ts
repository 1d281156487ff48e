/** Area `parking`: the business mode. */
import type { Answer, Body, business_mode_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { businessMode, setBusinessMode, storeBusinessMode } from './business-mode.ts'
import { recordChange } from '../changes/record-change.ts'
import { cameraBySn } from '../camera/camera.store.ts'
import { dropPicture } from '../camera/picture-file.ts'
import {
  allReferences,
  insertReference,
  type ReferenceRow,
  scenePictures,
} from '../camera/reference.store.ts'
import { countScenes, deleteScenes, findScenes, saveScene, type Scene } from '../camera/scene.store.ts'
import { failedBecause } from '../core/refusal.ts'
import type { Deps } from '../core/deps.ts'
import { refuseBeforeRestore } from '../system/restore/restore-plan.ts'
import { requireFreeSpace } from '../system/restore/restore.ts'
import { needSoundSnapshot } from '../system/restore/snapshot-check.ts'
import { readSnapshot } from '../system/restore/snapshot-read.ts'
import { bringPictures, makeSnapshot, pruneSnapshots } from '../system/restore/snapshot.ts'

export const business_mode_handlers = {
  get_business_mode: (_, { db }) => businessMode(db),
  set_business_mode: (body, context) => setBusinessMode(body, context),
  snapshot_scenes: (body, context) => snapshotScenes(body, context),
  restore_scenes: (body, context) => restoreScenes(body, context),
} satisfies Handlers<keyof typeof business_mode_calls>

/**
 * Restores the scenes of a snapshot, with the business mode for which they were drawn: the undo of a switch.
 * Users, parameters, cameras and events are kept, and nothing restarts (docs/restore.md).
 */
type Mode = Answer<'get_business_mode'>['business_mode']
type SnapshotScenes = { mode: Mode; scenes: Scene[]; references: ReferenceRow[]; gone: string[] }

/**
 * The scenes of the snapshot whose camera still exists, and the names of the cameras that no longer exist.
 */
function scenesIn(name: string, { db, folder }: Pick<Deps, 'db' | 'folder'>): SnapshotScenes {
  const all = readSnapshot(folder, name, (then) => ({
    mode: businessMode(then).business_mode,
    scenes: findScenes(then),
    references: allReferences(then),
  }))
  const exists = ({ row }: Scene) => cameraBySn(db, row.camera_sn) !== undefined
  const scenes = all.scenes.filter(exists)
  const kept = new Set(scenes.map(({ row }) => row.scene_id))
  return {
    mode: all.mode,
    scenes,
    references: all.references.filter(({ scene_id }) => kept.has(scene_id)),
    gone: [...new Set(all.scenes.filter((scene) => !exists(scene)).map(({ camera_name }) => camera_name))],
  }
}

const countOf = (scenes: readonly Scene[]) => ({
  scene_num: scenes.length,
  lot_num: scenes.reduce((sum, { lots }) => sum + lots.length, 0),
})

async function snapshotScenes(
  { name }: Body<'snapshot_scenes'>,
  deps: Deps,
): Promise<Answer<'snapshot_scenes'>> {
  await needSoundSnapshot(deps.folder, name, deps.migrations)
  const { mode, scenes, gone } = scenesIn(name, deps)
  return {
    business_mode: mode,
    ...countOf(scenes),
    gone,
    now: { ...businessMode(deps.db), ...countScenes(deps.db) },
  }
}

/**
 * Throws 3000 if there is no such snapshot, 6000 during a restore, and 7000 `no_scenes`, `scenes_present` or
 * `disk_full`, and what `needSoundSnapshot` throws. If it throws, nothing has changed.
 */
async function restoreScenes(
  { name, replace = false }: Body<'restore_scenes'>,
  context: CallContext,
): Promise<Answer<'restore_scenes'>> {
  const { bus, db, folder, log, media, now, session } = context
  refuseBeforeRestore(folder)
  await requireFreeSpace(folder, 0)
  await needSoundSnapshot(folder, name, context.migrations)
  // No await from here to the end of the transaction, so that no lot can be drawn in between.
  const found = scenesIn(name, context)
  if (found.scenes.length === 0) throw failedBecause('no_scenes', 'This snapshot has no scene to restore')
  const present = countScenes(db).scene_num > 0
  if (present && !replace)
    throw failedBecause('scenes_present', 'Scenes have been drawn since then and would be replaced')
  const snapshot = present ? makeSnapshot(context, 'business_mode') : undefined
  bringPictures(folder, name, picturesOf(found))
  const plan = { kind: 'business_mode', ...(snapshot !== undefined && { snapshot }) } as const
  const before = recordChange(context, plan, () => {
    const pictures = deleteScenes(db)
    if (found.mode !== businessMode(db).business_mode) storeBusinessMode(db, found.mode, now())
    for (const { row, lots } of found.scenes) saveScene(db, { ...row, update_ms: now() }, lots)
    for (const reference of found.references) insertReference(db, reference)
    return pictures
  })
  const counts = countOf(found.scenes)
  log.warn(
    { user: session.username, name, ...counts, snapshot },
    'the scenes of a snapshot were brought back',
  )
  bus.emit('config')
  if (snapshot !== undefined) pruneSnapshots(folder, now())
  const used = new Set(scenePictures(db))
  for (const picture of before.filter((path) => !used.has(path)))
    await dropPicture(media, picture).catch((error: unknown) =>
      log.warn({ err: error }, 'the picture of a replaced scene could not be deleted'),
    )
  return {
    business_mode: found.mode,
    ...counts,
    gone: found.gone,
    ...(snapshot !== undefined && { snapshot }),
  }
}

const picturesOf = ({ scenes, references }: SnapshotScenes): string[] =>
  [...scenes.map(({ row }) => row.ref_picture), ...references.map(({ picture }) => picture)].filter(
    (path) => path !== '',
  )
