/**
 * The files of an event for users and the platform: its pictures in order, then its clip. The uploads to
 * object storage, the platform and the export share this list.
 */
import type { Db } from '#src/core/db.ts'
import { recordedClip } from './clip.store.ts'
import { shownPictures } from './evidence.store.ts'
import type { EventRow } from './event.store.ts'
import { clipPath, drawnPath, picturePath, type PictureKind } from './event-paths.ts'

export type MediaFile = {
  /** Starts at 1, as in the name of its object. */
  n: number
  kind: PictureKind | 'clip'
  ext: 'jpg' | 'mp4'
  content_type: 'image/jpeg' | 'video/mp4'
  /** Below the media folder. */
  path: string
  bytes: number
  sha256: Uint8Array
  /** A drawn picture can be drawn again. */
  drawn: boolean
}

export function mediaOf(db: Db, event: Pick<EventRow, 'event_id' | 'create_ms' | 'uuid'>): MediaFile[] {
  const { event_id, create_ms, uuid } = event
  const files: Omit<MediaFile, 'n'>[] = shownPictures(db, event_id).map(
    ({ kind, position, bytes, sha256, drawn }) => ({
      kind,
      bytes,
      sha256,
      drawn: drawn === 1,
      ext: 'jpg',
      content_type: 'image/jpeg',
      path: (drawn ? drawnPath : picturePath)(create_ms, uuid, position),
    }),
  )
  const clip = recordedClip(db, event_id)
  if (clip)
    files.push({
      kind: 'clip',
      ...clip,
      drawn: false,
      ext: 'mp4',
      content_type: 'video/mp4',
      path: clipPath(create_ms, uuid),
    })
  return files.map((file, at) => ({ n: at + 1, ...file }))
}
