/**
 * Exports of events as a file. The call checks the size and creates a job with an address that cannot be
 * guessed and expires after ten minutes. The file is written while it is downloaded.
 */
import { export_limits, type Answer, type Body } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import type { CallContext } from '#src/core/call-context.ts'
import type { DownloadJobs } from '#src/core/downloads/download-jobs.ts'
import { stampOf } from '#src/core/stamp.ts'
import { countEvents, eventsBehind } from '../list/event-list.ts'
import { mediaSize, spotsOfList } from '../list/event-search.store.ts'
import type { EventFilter } from '../list/event-terms.store.ts'
import type { Spot } from '../list/event-walk.store.ts'

type Asked = Body<'export_parking_event'>
export type ExportJob = Pick<Asked, 'format' | 'list' | 'words'> & {
  filter: EventFilter
  file_name: string
  made_ms: number
  made_by: string
  /** Only this session may fetch it. */
  session: string
  host_sn: string
}

const batch_size = 200
/** A ZIP is limited to 4 GiB and 65,535 entries; drawn pictures may be a little larger than the originals. */
const max_bytes = 3_500_000_000
const max_files = 60_000

export type ExportJobs = DownloadJobs<ExportJob>

/** Returns what the file would contain, and its address unless it is too large. */
export async function exportEvents(
  { format, filter, manual, list, words }: Asked,
  context: CallContext & { export_jobs: ExportJobs },
): Promise<Answer<'export_parking_event'>> {
  const { db, now, session, host } = context
  const wanted: EventFilter = { ...filter, manual }
  const events = list ? spotsOfList(db, list, wanted.manual === true).length : countEvents(db, wanted)
  const file_name = `parking-events-${stampOf(now()).replace(/\D+/g, '-')}.${format}`
  const none = { download: '', file_name, events, files: 0, bytes: 0 }
  if (events === 0) return { state: 'nothing', ...none }
  if (events > export_limits[format]) return { state: 'too_many', ...none }
  const { files, bytes } =
    format === 'csv' ? { files: 0, bytes: 0 } : await countMedia(db, { filter: wanted, list })
  if (bytes > max_bytes || files > max_files) return { state: 'too_large', ...none, files, bytes }
  const job: ExportJob = {
    format,
    list,
    words,
    filter: wanted,
    file_name,
    made_ms: now(),
    made_by: session.username,
    session: session.id,
    host_sn: (await host.identity()).host_sn,
  }
  const id = context.export_jobs.add(job, now())
  return { state: 'ready', download: `/media/export/${id}`, file_name, events, files, bytes }
}

/**
 * Yields the ids of the job's events in batches, newest first, and lets other work run between batches.
 * Events that arrive during the export are not included; events that are deleted during it are left out.
 */
export async function* pieces(
  db: Db,
  { filter, list }: Pick<ExportJob, 'filter' | 'list'>,
  isGone: () => boolean = () => false,
): AsyncGenerator<number[]> {
  const listed = list && spotsOfList(db, list, filter.manual === true)
  for (let after: Spot | undefined, at = 0; ; at += batch_size) {
    const spots: Spot[] = listed
      ? listed.slice(at, at + batch_size)
      : eventsBehind(db, filter, after, batch_size)
    if (spots.length === 0) return
    yield spots.map(({ event_id }) => event_id)
    after = spots.at(-1)
    await new Promise(setImmediate)
    if (isGone()) return
  }
}

async function countMedia(
  db: Db,
  job: Pick<ExportJob, 'filter' | 'list'>,
): Promise<{ files: number; bytes: number }> {
  const sum = { files: 0, bytes: 0 }
  for await (const event_ids of pieces(db, job)) {
    const { files, bytes } = mediaSize(db, event_ids)
    sum.files += files
    sum.bytes += bytes
  }
  return sum
}
