/**
 * Events as a ZIP: `events.csv`, `pictures/`, `clips/` and last `manifest.json` with the hash of every file.
 * It is written while it is downloaded, with only one piece of a file in memory. A missing or damaged picture
 * is named in the manifest.
 */
import type { Deps } from '#src/core/deps.ts'
import { shownPictures } from '../record/evidence.store.ts'
import { openZip } from '#src/core/files/zip-writer.ts'
import { openPieces } from '#src/core/sealed/open-pieces.ts'
import { stampOf } from '#src/core/stamp.ts'
import { byte_order_mark, eventLine, headLine } from './event-csv.ts'
import { pieces, type ExportJob } from './event-export.ts'
import { eventRows } from '../list/event-row.ts'
import { wholeRows, type WholeRow } from '../list/event-search.store.ts'
import { recordedClip } from '../record/clip.store.ts'
import { clipPath, drawnPath, picturePath } from '../record/event-paths.ts'

type Reader = Pick<Deps, 'db' | 'media' | 'now' | 'version'> & { isGone: () => boolean }
type Kept = { file: string; path: string; kind: string; sha256: string; bytes: number }
/**
 * ok: the bytes match the stored hash. damaged: the file is in the archive, with the hash that was found.
 * missing: the file is not in the archive.
 */
type Listed = {
  file: string
  uuid: string
  kind: string
  sha256: string
  bytes: number
  state: 'ok' | 'damaged' | 'missing'
  found_sha256?: string
}

/** The table of a job, line by line. */
export async function* csvOf({ db, media, now, isGone }: Reader, job: ExportJob): AsyncGenerator<Buffer> {
  yield Buffer.from(byte_order_mark + headLine(job.words))
  for await (const event_ids of pieces(db, job, isGone))
    yield Buffer.from(
      eventRows(db, media, event_ids, now())
        .map((event) => eventLine(event, job.words))
        .join(''),
    )
}

export async function* zipOf(reader: Reader, job: ExportJob): AsyncGenerator<Uint8Array> {
  const { db, media, isGone } = reader
  const zip = await openZip(job.made_ms)
  yield* zip.file('events.csv', csvOf(reader, job), { deflate: true })

  const files: Listed[] = []
  let events = 0
  for await (const event_ids of pieces(db, job, isGone)) {
    for (const row of wholeRows(db, event_ids)) {
      if (isGone()) return
      events++
      for (const kept of filesOf(reader, row)) {
        const stored = await openPieces(media.files, kept)
        const listed: Listed = {
          file: kept.file,
          uuid: row.uuid,
          kind: kept.kind,
          sha256: kept.sha256,
          bytes: kept.bytes,
          state: 'missing',
        }
        files.push(listed)
        if (stored === 'missing') continue
        const { sha256 } = yield* zip.file(kept.file, stored === 'damaged' ? [] : stored)
        listed.state = sha256 === kept.sha256 ? 'ok' : 'damaged'
        if (sha256 !== kept.sha256) listed.found_sha256 = sha256
      }
    }
  }

  const about = {
    what: 'Parking events of an edge box',
    made: stampOf(job.made_ms),
    made_by: job.made_by,
    host_sn: job.host_sn,
    version: reader.version,
    filter: job.filter,
    events,
    files,
  }
  const manifest = Buffer.from(`${JSON.stringify(about, null, 1)}\n`)
  yield* zip.file('manifest.json', [manifest], { deflate: true })
  yield* zip.end()
}

function filesOf({ db }: Reader, row: WholeRow): Kept[] {
  if (row.media_gone_ms !== null) return []
  const name = [
    stampOf(row.event_ms).replace(/\D+/g, ''),
    row.lot_no,
    row.checked_plate ?? row.plate_number,
    row.uuid,
  ]
    .map(safe)
    .filter(Boolean)
    .join('_')
  const pictures = shownPictures(db, row.event_id).map(({ position, kind, bytes, sha256, drawn }, at) => ({
    file: `pictures/${name}_${at + 1}-${kind}.jpg`,
    path: (drawn ? drawnPath : picturePath)(row.create_ms, row.uuid, position),
    kind,
    bytes,
    sha256: hex(sha256),
  }))
  const clip = recordedClip(db, row.event_id)
  return [
    ...pictures,
    ...(clip
      ? [
          {
            file: `clips/${name}.mp4`,
            path: clipPath(row.create_ms, row.uuid),
            kind: 'clip',
            bytes: clip.bytes,
            sha256: hex(clip.sha256),
          },
        ]
      : []),
  ]
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
/** Text that is valid in a file name on every system. */
const safe = (text: string): string => text.replace(/[^\p{L}\p{N}-]+/gu, '-').replace(/^-+|-+$/g, '')
