/** Every file that an event may have on the disk, whether it is shown or not. */
import type { Db } from '#src/core/db.ts'
import { hasRecordedClip } from './clip.store.ts'
import { drawnOf } from './evidence.store.ts'
import { picturesOf, type EventRow } from './event.store.ts'
import { clipPath, drawnPath, picturePath, stripPath } from './event-paths.ts'
import { hasStrip } from './look-strip.store.ts'

/** Paths below the media folder. Call before the rows are deleted; some files may already be gone. */
export function filesOf(
  db: Db,
  { event_id, create_ms, uuid }: Pick<EventRow, 'event_id' | 'create_ms' | 'uuid'>,
): string[] {
  return [
    ...picturesOf(db, event_id).map(({ position }) => picturePath(create_ms, uuid, position)),
    ...drawnOf(db, event_id).map(({ position }) => drawnPath(create_ms, uuid, position)),
    ...(hasRecordedClip(db, event_id) ? [clipPath(create_ms, uuid)] : []),
    ...(hasStrip(db, event_id) ? [stripPath(create_ms, uuid)] : []),
  ]
}
