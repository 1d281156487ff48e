/**
 * `GET /media/dossier/ID` and `/media/export/ID`: the files of `export_dossier` and `export_parking_event`.
 * Each can be fetched repeatedly while its address is valid and the session that requested it is alive. They
 * are below /media so that proxies that pass pictures pass them too.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../core/deps.ts'
import type { DossierJobs } from '../dossier/dossier.ts'
import { dossierZip } from '../dossier/dossier-zip.ts'
import type { ExportJobs } from '../events/export/event-export.ts'
import { csvOf, zipOf } from '../events/export/event-zip.ts'
import type { ProofLog } from '../proof/proof-log.ts'
import { sendGone } from './answer.ts'
import { isSessionValid } from './request-session.ts'

type Needs = Deps & { dossier_jobs: DossierJobs; export_jobs: ExportJobs; proof_log: ProofLog }
type WithId = FastifyRequest<{ Params: { id: string } }>

export function serveDownloads(app: FastifyInstance, deps: Needs): void {
  app.get('/media/dossier/:id', (request: WithId, reply) => {
    const job = deps.dossier_jobs.find(request.params.id, deps.now())
    if (!job || !isSessionValid(deps, request, job.session))
      return sendGone(reply, 'The dossier no longer exists')
    return sendFile(reply, job.file_name, 'application/zip', (isGone) => dossierZip({ ...deps, isGone }, job))
  })

  app.get('/media/export/:id', (request: WithId, reply) => {
    const job = deps.export_jobs.find(request.params.id, deps.now())
    if (!job || !isSessionValid(deps, request, job.session))
      return sendGone(reply, 'The export no longer exists')
    const [type, read] =
      job.format === 'csv' ? ['text/csv; charset=utf-8', csvOf] : ['application/zip', zipOf]
    return sendFile(reply, job.file_name, type, (isGone) => read({ ...deps, isGone }, job))
  })
}

/** Sends a file while it is read. `isGone`: the client disconnected, so the reader stops early. */
function sendFile(
  reply: FastifyReply,
  file_name: string,
  type: string,
  read: (isGone: () => boolean) => AsyncIterable<Uint8Array>,
): FastifyReply {
  const stream: Readable = Readable.from(
    read(() => stream.destroyed),
    { objectMode: false, highWaterMark: 256 * 1024 },
  )
  return reply
    .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${file_name}"` })
    .type(type)
    .send(stream)
}
