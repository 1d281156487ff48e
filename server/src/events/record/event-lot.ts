/** Where the lot of an event is in its picture (contract, parking_event_detail and event_check_queue). */
import { camera_moved_comment, type Answer } from '@parking/contract'
import { movedRow } from '#src/camera/reference.store.ts'
import { findScenes } from '#src/camera/scene.store.ts'
import type { Deps } from '#src/core/deps.ts'
import { shownPictures } from './evidence.store.ts'
import { outlineShown } from './lot-outline.ts'
import { jpegOrientation } from '#src/core/files/jpeg-orientation.ts'
import { picturesOf, placeById, type EventRow } from './event.store.ts'
import { picturePath } from './event-paths.ts'

type Which = Pick<EventRow, 'event_id' | 'uuid' | 'create_ms' | 'event_ms' | 'comment' | 'place_id'>

type InPicture = NonNullable<Answer<'parking_event_detail'>['lot']>

/**
 * The outline of the lot as its scene defines it now, in the coordinates of the camera's own picture, and
 * whether the scene has changed since the event. null if the lot is unknown.
 */
export function lotAsTaken(event: Which, db: Deps['db']): InPicture | null {
  const place = placeById(db, event.place_id)
  const scene = place && findScenes(db, { scene_id: place.scene_id })[0]
  const polygon =
    scene?.row.camera_sn === place?.camera_sn
      ? scene?.lots.find(({ lot_no }) => lot_no === place?.lot_no)?.polygon
      : undefined
  if (!scene || !polygon) return null
  const moved = movedRow(db, scene.row.scene_id)
  const had_moved =
    event.comment === camera_moved_comment || (moved !== undefined && moved.since_ms <= event.event_ms)
  const scene_changed = had_moved || scene.row.update_ms > event.event_ms
  return { polygon: polygon.map(([x, y]): [number, number] => [x, y]), scene_changed }
}

/** The same outline in the picture that is shown. null if its position there cannot be computed. */
export async function lotOf(
  event: Which,
  { db, media }: Pick<Deps, 'db' | 'media'>,
): Promise<InPicture | null> {
  const lot = lotAsTaken(event, db)
  const shown = shownPictures(db, event.event_id).find(({ kind }) => kind === 'image')
  const stored = picturesOf(db, event.event_id).find(({ kind }) => kind === 'image')
  if (!lot || !shown || !stored) return null
  const orientation = shown.drawn
    ? await orientationOf(media, picturePath(event.create_ms, event.uuid, stored.position))
    : 1
  const polygon = outlineShown(lot.polygon, { orientation, stored, drawn: shown.drawn ? shown : undefined })
  return polygon ? { ...lot, polygon } : null
}

const head_bytes = 65_536

/** 1 if the file is gone or damaged: only the drawn picture is shown then, and cameras rarely rotate. */
async function orientationOf({ files }: Deps['media'], path: string): Promise<number> {
  const file = await files.open(path).catch(() => undefined)
  if (!file) return 1
  try {
    return await jpegOrientation(await file.start(head_bytes))
  } catch {
    return 1
  } finally {
    await file.close()
  }
}
