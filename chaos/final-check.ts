/**
 * Checks what must hold at the end of a run. Each finding names something missing or wrong; no findings means
 * success.
 */
import type { ReceivedEvent } from '@parking/sim/peers/platform/platform.ts'
import { drawnPath, picturePath } from '@parking/server/events/record/event-paths.ts'
import type { Report } from './application.ts'
import { sha256 } from './picture.ts'
import { storedPicture } from './stored-picture.ts'
import { queryDatabase } from './database-probe.ts'

export type Evidence = {
  data: string
  acked: ReadonlyMap<string, Report>
  /** Events that the administrator deleted after they were sent. */
  deleted: ReadonlySet<string>
  received: readonly ReceivedEvent[]
  /** The objects in the object storage, by name. */
  objects: ReadonlyMap<string, Buffer>
  faults: readonly string[]
  refused: readonly string[]
}
export type FinalState = {
  wrong: string[]
  figures: {
    pictures: number
    in_storage: number
    in_bodies: number
    drawn: number
    refused_first: number
    /** Number of media files that the device evicted to make room after they were sent. */
    evicted: number
  }
}

const sent_status = 2

type EventRow = {
  event_id: number
  uuid: string
  create_ms: number
  status: number
  place_id: number
  refused: number
  media_gone_ms: number | null
}
type Picture = { event_id: number; position: number; hash: string }

/** Checks every row and every file. */
export function checkFinalState({
  data,
  acked,
  deleted,
  received,
  objects,
  faults,
  refused,
}: Evidence): FinalState {
  const wrong: string[] = [
    ...refused.map((one) => `the device refused an event: ${one}`),
    ...faults.map((one) => `the platform rejected a request as invalid: ${one}`),
  ]
  const found = queryDatabase(data, ({ all }) => ({
    events: all<EventRow>(
      'SELECT event_id, uuid, create_ms, status, place_id, media_gone_ms, EXISTS (SELECT 1 FROM ' +
        'event_move WHERE event_move.event_id = event.event_id AND to_status = 4) AS refused FROM ' +
        'event ORDER BY event_id',
    ),
    pictures_of: byEvent(
      all<Picture>(
        'SELECT event_id, position, lower(hex(sha256)) AS hash FROM event_picture ORDER BY ' +
          'event_id, position',
      ),
    ),
    // Events that were sent and then evicted, with their rows, to make room.
    tombstones: new Map(
      all<{ uuid: string; status: number }>('SELECT uuid, status FROM event_tombstone').map(
        ({ uuid, status }) => [uuid, status],
      ),
    ),
    drawn: byEvent(
      all<Picture>(
        'SELECT event_id, position, lower(hex(sha256)) AS hash FROM drawn_picture JOIN ' +
          'event_evidence USING (event_id) WHERE outcome = 1 ORDER BY event_id, position',
      ),
    ),
  }))
  const figures = { pictures: 0, in_storage: 0, in_bodies: 0, drawn: 0, refused_first: 0, evicted: 0 }
  if (!found) return { wrong: [...wrong, 'the database cannot be read'], figures }
  const { events, pictures_of, drawn, tombstones } = found
  const sent = new Map(received.map((one, at) => [one.uuid, { one, at }]))
  const stored = new Map(events.map((event) => [event.uuid, event]))
  if (sent.size !== received.length) wrong.push('the platform holds an event twice')

  for (const [uuid, report] of acked) {
    const event = stored.get(uuid)
    const delivered = sent.get(uuid)
    if (!delivered)
      wrong.push(
        `never reached the platform: ${uuid} (number ${report.n}, status ` +
          `${event?.status ?? tombstones.get(uuid) ?? 'none'})`,
      )
    if (!event) {
      if (tombstones.get(uuid) !== sent_status) wrong.push(`acknowledged, and gone from the device: ${uuid}`)
      if (!deleted.has(uuid)) figures.evicted++
      if (delivered) checkSent(delivered.one, report.kind === 'car' ? [report.sha256] : undefined)
      continue
    }
    if (event.status !== sent_status) wrong.push(`not sent at the end: ${uuid}, status ${event.status}`)
    const here = event.media_gone_ms === null
    if (!here) figures.evicted++
    for (const { position, hash } of pictures_of.get(event.event_id) ?? []) {
      if (hash !== report.sha256) wrong.push(`a picture differs from the reported one: ${uuid}`)
      if (here) checkFile(picturePath(event.create_ms, uuid, position), hash)
    }
    if (!pictures_of.has(event.event_id)) wrong.push(`its picture is not in the database: ${uuid}`)
    const shown = drawn.get(event.event_id) ?? []
    for (const { position, hash } of here ? shown : [])
      checkFile(drawnPath(event.create_ms, uuid, position), hash)
    if (report.kind === 'image' && shown.length === 0) wrong.push(`nothing was drawn on it: ${uuid}`)
    figures.drawn += shown.length > 0 ? 1 : 0
    figures.refused_first += event.refused
    if (delivered)
      checkSent(
        delivered.one,
        (shown.length > 0 ? shown : (pictures_of.get(event.event_id) ?? [])).map(({ hash }) => hash),
      )
  }
  for (const { uuid } of received)
    if (!acked.has(uuid)) wrong.push(`the platform has an event that was not acknowledged: ${uuid}`)
  for (const { uuid } of events)
    if (!acked.has(uuid)) wrong.push(`the device has an event that was not reported: ${uuid}`)
  wrong.push(...outOfOrder(events, sent))
  return { wrong, figures }

  function checkFile(path: string, hash: string): void {
    figures.pictures++
    try {
      if (sha256(storedPicture(data, path)) !== hash) wrong.push(`a picture has another hash: ${path}`)
    } catch (error) {
      wrong.push(
        `a picture cannot be read: ${path} ` +
          `(${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`,
      )
    }
  }

  /**
   * Checks the pictures that the platform received, in the body (hashed on arrival) or by key; if `hashes` is
   * known, they must match.
   */
  function checkSent({ uuid, pictures }: ReceivedEvent, hashes: readonly string[] | undefined): void {
    if (hashes && pictures.map((one) => one.sha256).join() !== hashes.join())
      wrong.push(`the platform received other pictures: ${uuid}`)
    for (const picture of pictures) {
      const key: unknown = 'key' in picture ? picture.key : undefined
      if (typeof key !== 'string') figures.in_bodies++
      else {
        const object = objects.get(key)
        figures.in_storage++
        if (!object) wrong.push(`not in the storage: ${key}`)
        else if (sha256(object) !== picture.sha256) wrong.push(`the storage has another picture: ${key}`)
      }
    }
  }
}

/**
 * Finds events that overtook an earlier event of their lot. An event refused first and sent later may be
 * overtaken.
 */
function outOfOrder(events: readonly EventRow[], sent: ReadonlyMap<string, { at: number }>): string[] {
  const last = new Map<number, { at: number; uuid: string }>()
  const wrong: string[] = []
  for (const { uuid, place_id, refused } of events) {
    const at = sent.get(uuid)?.at
    if (at === undefined || refused === 1) continue
    const before = last.get(place_id)
    if (before && before.at > at)
      wrong.push(`overtook an earlier event of its lot: ${uuid} arrived before ${before.uuid}`)
    else last.set(place_id, { at, uuid })
  }
  return wrong
}

function byEvent(rows: readonly Picture[]): Map<number, Picture[]> {
  const found = new Map<number, Picture[]>()
  for (const row of rows) {
    const list = found.get(row.event_id)
    if (list) list.push(row)
    else found.set(row.event_id, [row])
  }
  return found
}
