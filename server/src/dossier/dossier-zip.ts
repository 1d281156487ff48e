/**
 * Writes a dossier as a ZIP while it is downloaded, with only one piece of a file in memory. Its list of
 * hashes (`dossier.json`, signed by the device) comes last. Format: docs/evidence.md.
 */
import { canonicalJson } from '#src/core/canonical-json.ts'
import type { Deps } from '#src/core/deps.ts'
import { openPieces } from '#src/core/sealed/open-pieces.ts'
import { zoneOfProcess } from '#src/core/stamp.ts'
import type { ProofLog } from '#src/proof/proof-log.ts'
import { dossierArchive, measured, measuring, type Content, type Measured } from './dossier-archive.ts'
import {
  actsOf,
  contentOf,
  measuredOf,
  type Absent,
  type DossierActs,
  type DossierContent,
  type DossierFile,
} from './dossier-content.ts'
import { dossierPage } from './dossier-html.ts'
import { logOf, type DossierLog } from './dossier-log.ts'
import type { DossierJob } from './dossier.ts'

type Reader = Pick<Deps, 'db' | 'media' | 'now'> & { proof_log: ProofLog; isGone: () => boolean }
type Listed = Omit<Measured, 'crc'> & { name: string }

/**
 * The page is the first file and at least this long: a camera's picture never lies where unpackers look for
 * the marks of other archives, up to 48 KiB from the start.
 */
const min_page_bytes = 64 * 1024

/** The pictures that are kept in memory until the dossier is written; more are read again. */
const max_kept_bytes = 16 << 20

/** A part of the page: text, or the bytes of a picture in base64. */
export type PagePart = string | { picture: DossierFile }

export async function* dossierZip(reader: Reader, job: DossierJob): AsyncGenerator<Uint8Array> {
  const { db, now, media, proof_log, isGone } = reader
  await proof_log.caughtUp()
  // The events and the log are read at the same moment.
  const content = contentOf({ db, now, proof: proof_log.reader() }, job.event_id)
  const log = logOf(proof_log, [...content.events.flatMap(({ leaves }) => leaves), ...content.gone_leaves])
  const acts = await actsOf({ db, now }, content)
  const archive = dossierArchive(job.made_ms)
  const listed: Listed[] = []
  async function* add(name: string, content: Content, known?: Measured) {
    const measure = known ?? (await measured(content))
    listed.push({ name, bytes: measure.bytes, sha256: measure.sha256 })
    yield* archive.file(name, measure, content)
  }

  const absent: Absent[] = content.events.flatMap((event) => event.absent)
  const there = new Map<string, DossierFile>()
  for (const file of content.events.flatMap(({ files }) => files)) {
    const why = await faultOf(media, file)
    if (why) absent.push({ name: file.name, uuid: file.uuid, why })
    else there.set(file.name, file)
  }
  const errors = measuredOf({ db, now, proof: proof_log.reader() }, content)
  const page = { job, content, acts, measured: errors, absent, log }
  const has = ({ name }: DossierFile) => there.has(name)
  const pageOf = (read: ReadFile) => atLeast(min_page_bytes, bytesOf(read, dossierPage({ ...page, has })))
  const kept = new Map<string, Uint8Array[]>()
  const read: ReadFile = (file) => kept.get(file.name) ?? piecesOf(media, file)
  // The pictures are measured, and the first ones kept, while the page that holds them is measured.
  const measures = new Map<string, Measured>()
  let left = max_kept_bytes
  const readToMeasure: ReadFile = (file) => {
    const pieces: Uint8Array[] | undefined = file.bytes <= left ? [] : undefined
    if (pieces) left -= file.bytes
    return measuring(
      () => (isGone() ? [] : noted(read(file), pieces)),
      (measure) => {
        measures.set(file.name, measure)
        if (pieces) kept.set(file.name, pieces)
      },
    )
  }
  const page_measure = await measured(() => pageOf(readToMeasure))
  if (isGone()) return
  yield* add('index.html', () => pageOf(read), page_measure)
  for (const [name, text] of textsOf(content, acts, log)) yield* add(name, () => [Buffer.from(text)])
  for (const [day, hashes] of log.hashes) yield* add(`log/hashes/${day}.bin`, () => [hashes])
  for (const [name, file] of there) {
    if (isGone()) return
    yield* add(name, () => read(file), measures.get(name))
  }
  if (isGone()) return

  const about = canonicalJson({
    v: 1,
    type: 'dossier',
    made_ms: job.made_ms,
    made_by: job.made_by,
    zone: zoneOfProcess(),
    language: job.language,
    device: job.device,
    subject: job.uuid,
    events: content.events.map(({ event }) => event.uuid),
    stay: stayIn(content),
    gone: content.gone,
    leaves: log.leaves.map(({ seq, uuid }) => ({ seq, uuid })),
    absent,
    files: listed,
  })
  const { key_id, signature } = proof_log.key.sign('dossier', about)
  yield* add('dossier.json', () => [Buffer.from(about)])
  yield* add('dossier.sig.json', () => [Buffer.from(canonicalJson({ key_id, signature }))])
  yield archive.end()
}

/** The stay as list, axis and page show it; null if the event belongs to none. */
const stayIn = ({ stay }: DossierContent): object | null =>
  stay
    ? { lot_no: stay.lot_no, begin_ms: stay.begin_ms, end_ms: stay.end_ms, plate: stay.plate_number }
    : null

function* textsOf(
  { events }: DossierContent,
  acts: DossierActs,
  log: DossierLog,
): Generator<[string, string]> {
  const rules = new Map(
    events.flatMap(({ rules: list }) => list.map(({ sha256, content }) => [sha256, content])),
  )
  for (const { event, standing, taken_in, state, looks } of events) {
    yield [`events/${event.uuid}.json`, canonicalJson({ standing, taken_in, state })]
    if (looks !== undefined) yield [`events/${event.uuid}.looks.json`, looks]
  }
  for (const [sha256, text] of rules) yield [`rules/${sha256}.json`, text]
  yield ['log/keys.json', canonicalJson(log.keys)]
  yield ['log/days.json', canonicalJson(log.days)]
  yield ['log/head.json', canonicalJson(log.head)]
  for (const { seq, body } of log.leaves) yield [`log/leaves/${seq}.json`, body]
  yield ['acts.json', canonicalJson(acts)]
}

/** The page in pieces. Pictures are read again, because base64 needs them in multiples of three bytes. */
async function* bytesOf(read: ReadFile, page: Iterable<PagePart>): AsyncGenerator<Buffer> {
  for (const part of page) {
    if (typeof part === 'string') {
      yield Buffer.from(part)
      continue
    }
    let rest = Buffer.alloc(0)
    for await (const piece of read(part.picture)) {
      const whole = Buffer.concat([rest, piece])
      const end = whole.length - (whole.length % 3)
      yield Buffer.from(whole.subarray(0, end).toString('base64'))
      rest = whole.subarray(end)
    }
    yield Buffer.from(rest.toString('base64'))
  }
}

type ReadFile = (file: DossierFile) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The pieces, which are also added to `into`. */
async function* noted(
  pieces: ReturnType<ReadFile>,
  into: Uint8Array[] | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    into?.push(piece)
    yield piece
  }
}

/** Why a file cannot be read from its first piece on; undefined if it can. */
async function faultOf(media: Deps['media'], file: DossierFile): Promise<Absent['why'] | undefined> {
  const opened = await openPieces(media.files, file)
  if (typeof opened === 'string') return opened
  for await (const _ of opened) break
  return undefined
}

/** The pieces of a file; none if it is gone. */
async function* piecesOf(media: Deps['media'], file: DossierFile): AsyncGenerator<Buffer> {
  const opened = await openPieces(media.files, file)
  if (typeof opened !== 'string') yield* opened
}

/** A page with spaces after its end, where it is shorter. */
async function* atLeast(bytes: number, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const piece of pieces) {
    left -= piece.length
    yield piece
  }
  if (left > 0) yield Buffer.alloc(left, ' ')
}
