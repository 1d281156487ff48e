/**
 * Exports dossiers of stays (docs/evidence.md): the call collects the content, checks its size, and creates a
 * job with an address that cannot be guessed and expires after ten minutes. The file is written while it is
 * downloaded.
 */
import type { Answer, Body } from '@parking/contract'
import type { CallContext } from '#src/core/call-context.ts'
import type { DownloadJobs } from '#src/core/downloads/download-jobs.ts'
import { notFound } from '#src/core/refusal.ts'
import { stampOf } from '#src/core/stamp.ts'
import { deviceName } from '#src/device/device.store.ts'
import { eventByUuid } from '#src/events/record/event.store.ts'
import { knownPlate } from '#src/events/record/stays.ts'
import type { ProofLog } from '#src/proof/proof-log.ts'
import { contentOf, type DossierContent } from './dossier-content.ts'
import type { DossierLanguage } from './words.ts'

export type DossierJob = {
  uuid: string
  event_id: number
  language: DossierLanguage
  file_name: string
  made_ms: number
  made_by: string
  /** Only this session may fetch it. */
  session: string
  device: { sn: string; name: string; version: string }
}

/** A ZIP is limited to 4 GiB, and the page contains every picture a second time, in base64. */
const max_bytes = 1_500_000_000

export type DossierJobs = DownloadJobs<DossierJob>

/** Throws 3000 for an event that does not exist. */
export async function exportDossier(
  { uuid, language }: Body<'export_dossier'>,
  context: CallContext & { proof_log: ProofLog; dossier_jobs: DossierJobs },
): Promise<Answer<'export_dossier'>> {
  const { db, now, session, host, proof_log, version } = context
  const event = eventByUuid(db, uuid)
  if (!event) throw notFound('The event')
  await proof_log.caughtUp()
  const content = contentOf({ db, now, proof: proof_log.reader() }, event.event_id)
  const files = content.events.flatMap((one) => one.files)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const file_name = fileName(content)
  const facts = { file_name, events: content.events.length, files: files.length, bytes }
  const { key_id } = proof_log.key.current
  if (bytes > max_bytes) return { state: 'too_large', download: '', ...facts, key_id }
  const id = context.dossier_jobs.add(
    {
      uuid: event.uuid,
      event_id: event.event_id,
      language,
      file_name,
      made_ms: now(),
      made_by: session.username,
      session: session.id,
      device: { sn: (await host.identity()).host_sn, name: deviceName(db), version },
    },
    now(),
  )
  return { state: 'ready', download: `/media/dossier/${id}`, ...facts, key_id }
}

/**
 * A name that is valid on every system and in a header, so characters outside ASCII are removed; the full
 * plate is in the file.
 */
function fileName({ events }: DossierContent): string {
  const first = events[0]?.event
  const parts = first ? [stampOf(first.event_ms).replace(/\D+/g, ''), first.lot_no, knownPlate(first)] : []
  return `${['dossier', ...parts]
    .map((part) => part.replace(/[^A-Za-z0-9-]+/g, ''))
    .filter(Boolean)
    .join('-')}.zip`
}
