/**
 * Events that the device creates itself: manual checks, timer pictures and scheduled events. Each is on disk
 * with its picture before it is reported.
 */
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { camera_moved_comment } from '@parking/contract'
import { dropFiles, ensureFolder, syncFolder } from '#src/core/files/spool-file.ts'
import { movedRow } from '#src/camera/reference.store.ts'
import type { LotPlace } from '#src/camera/scene.store.ts'
import type { Deps } from '#src/core/deps.ts'
import type { Picture } from '#src/ports/camera-port.ts'
import { presentRules } from './rule-version.store.ts'
import { initialEventState } from './initial-event-state.ts'
import { hasEvent, insertEvent } from './event.store.ts'
import { picturePath } from './event-paths.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'media' | 'now' | 'bus'>
export type OwnEvent = {
  uuid: string
  event_ms: number
  event_type: number
  plate_number: string
  plate_color: string
  /** If empty, it is filled in if the camera was moved. */ comment: string
  place: LotPlace
}

/**
 * Stores the event together with what `also` writes, and notifies the queue. False if the event is already
 * known, or was deleted. Throws errors of the disk or the database; nothing of the event is kept then.
 */
export async function storeOwnEvent(
  deps: Needs,
  event: OwnEvent,
  picture: Picture | undefined,
  also: () => void = () => undefined,
): Promise<boolean> {
  const { db, media, now, bus } = deps
  if (hasEvent(db, event.uuid)) return false
  const create_ms = now()
  const path = picturePath(create_ms, event.uuid, 0)
  try {
    if (picture) await keep(media, path, picture)
    db.transaction(() => {
      insertOwn(deps, event, create_ms, picture, presentRules(deps))
      also()
    })
  } catch (error) {
    await dropFiles([join(media.folder, path)])
    throw error
  }
  bus.emit('queue')
  return true
}

/**
 * Stores many events without pictures in one transaction, skips those that are already known, and returns how
 * many were new.
 */
export function storeOwnEvents(deps: Needs, events: readonly OwnEvent[]): number {
  const create_ms = deps.now()
  const stored = deps.db.transaction(() => {
    const fresh = events.filter(({ uuid }) => !hasEvent(deps.db, uuid))
    const rulesOf = presentRules(deps)
    for (const event of fresh) insertOwn(deps, event, create_ms, undefined, rulesOf)
    return fresh.length
  })
  if (stored > 0) deps.bus.emit('queue')
  return stored
}

function insertOwn(
  deps: Needs,
  event: OwnEvent,
  create_ms: number,
  picture: Picture | undefined,
  rulesOf: ReturnType<typeof presentRules>,
): void {
  const pictures = picture
    ? [
        {
          kind: 'image' as const,
          width: picture.width,
          height: picture.height,
          bytes: picture.jpeg.byteLength,
          sha256: createHash('sha256').update(picture.jpeg).digest(),
        },
      ]
    : []
  // The lots may not match the picture: the comment warns the user who judges the event.
  const comment =
    event.comment === '' && movedRow(deps.db, event.place.scene_id) ? camera_moved_comment : event.comment
  // Nothing was recognised, so the confidence is full.
  const seen = { ...event, comment, create_ms, confidence: 100, pictures }
  const rule = rulesOf(event.place.scene_id)
  insertEvent(deps.db, { ...seen, ...initialEventState(deps)(seen), rule })
}

/**
 * Forces the file and its name to the disk, because the row is written afterwards. A file that already has
 * this name was left by a crash.
 */
async function keep({ folder, files }: Deps['media'], path: string, { jpeg }: Picture): Promise<void> {
  const day = dirname(join(folder, path))
  await ensureFolder(day)
  await files.write(path, jpeg, { forced: true })
  await syncFolder(day)
}

/**
 * Derives the same uuid from the same parts (RFC 9562, version 8), so that an event that is created twice is
 * recognised.
 */
export function uuidOf(...parts: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
