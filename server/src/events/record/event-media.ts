/** The files of an event as people and the platform get them: its pictures in order, then its clip. One list for the storage, the platform and whoever packs them. */
import type { Db } from '#src/core/db.ts'
import { shownPictures } from './evidence.store.ts'
import type { EventRow } from './event.store.ts'
import { clipPath, drawnPath, picturePath, type PictureKind } from './event-paths.ts'

export type MediaFile = {
  /** From 1, as in the name of its object. */
  n: number
  kind: PictureKind | 'clip'
  ext: 'jpg' | 'mp4'
  content_type: 'image/jpeg' | 'video/mp4'
  /** Below the media folder. */
  path: string
  bytes: number
  sha256: Uint8Array
  /** Where it was drawn it can be drawn again. */
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
  const clip = db.get<{ bytes: number; sha256: Uint8Array }>(
    'SELECT bytes, sha256 FROM event_clip JOIN event USING (event_id) WHERE event_id = ? AND outcome = 1 AND media_gone_ms IS NULL',
    [event_id],
  )
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

/** SQL over `event`: it has pictures or a clip of which none lies in the storage yet. */
export const has_media_to_upload = `media_gone_ms IS NULL AND NOT EXISTS (SELECT 1 FROM event_object o WHERE o.event_id = event.event_id)
  AND (EXISTS (SELECT 1 FROM event_picture p WHERE p.event_id = event.event_id) OR EXISTS (SELECT 1 FROM event_clip c WHERE c.event_id = event.event_id AND c.outcome = 1))`

export const hasMedia = (db: Db, event_id: number): boolean =>
  db.get(`SELECT 1 FROM event WHERE event_id = ? AND ${has_media_to_upload}`, [event_id]) !== undefined
