/**
 * Events as a ZIP: `events.csv`, `pictures/`, `clips/` and last `manifest.json` with the hash of every file.
 * It is written while it is downloaded, with only one piece of a file in memory. A missing or damaged picture
 * is named in the manifest.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ZipDeflate, ZipPassThrough } from 'fflate'
import type { Deps } from '#src/core/deps.ts'
import { shownPictures } from '../record/evidence.store.ts'
import { DamagedFile, piece_bytes } from '#src/core/sealed/sealed-format.ts'
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

/** The pieces of a file; none if the file is damaged. */
async function contentOf({ files }: Deps['media'], path: string): Promise<AsyncIterable<Buffer> | 'missing'> {
  try {
    const file = await files.open(path)
    return (await file.stream()) as AsyncIterable<Buffer>
  } catch (error) {
    return error instanceof DamagedFile ? (Readable.from([]) as AsyncIterable<Buffer>) : 'missing'
  }
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

type ZipEntry = ZipDeflate | ZipPassThrough

export async function* zipOf(reader: Reader, job: ExportJob): AsyncGenerator<Uint8Array> {
  const { db, media, isGone } = reader
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate')
  const packed: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else packed.push(chunk)
  })
  const drain = (): Uint8Array[] => {
    if (failure) throw failure
    return packed.splice(0)
  }
  const add = <Entry extends ZipEntry>(entry: Entry): Entry => {
    entry.mtime = job.made_ms
    zip.add(entry)
    return entry
  }

  const table = add(new ZipDeflate('events.csv', { level: 6 }))
  for await (const piece of csvOf(reader, job)) {
    table.push(piece)
    yield* drain()
  }
  table.push(new Uint8Array(0), true)

  const files: Listed[] = []
  let events = 0
  for await (const event_ids of pieces(db, job, isGone)) {
    for (const row of wholeRows(db, event_ids)) {
      if (isGone()) return
      events++
      for (const kept of filesOf(reader, row)) {
        const stored = await contentOf(media, kept.path)
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
        const entry = add(new ZipPassThrough(kept.file))
        const hash = createHash('sha256')
        try {
          let bytes = 0
          for await (const piece of stored) {
            // A file that was replaced by a longer one must not exceed the size that was checked.
            if ((bytes += piece.length) > kept.bytes + piece_bytes) break
            hash.update(piece)
            entry.push(piece)
            yield* drain()
          }
        } catch {
          // If the disk cannot read the file or the key cannot open it, its hash differs and it counts as
          // damaged.
        }
        entry.push(new Uint8Array(0), true)
        yield* drain()
        const found = hash.digest('hex')
        listed.state = found === kept.sha256 ? 'ok' : 'damaged'
        if (found !== kept.sha256) listed.found_sha256 = found
      }
    }
  }

  const manifest = add(new ZipDeflate('manifest.json', { level: 6 }))
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
  manifest.push(Buffer.from(`${JSON.stringify(about, null, 1)}\n`), true)
  zip.end()
  yield* drain()
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
