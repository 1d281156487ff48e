/**
 * `GET /media/dossier/ID`: the file of `export_dossier`. It can be fetched repeatedly while its address is
 * valid and the session that requested it is alive.
 */
import { Readable } from 'node:stream'
import { code } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import type { DossierJobs } from '../dossier/dossier.ts'
import { dossierZip } from '../dossier/dossier-zip.ts'
import type { ProofLog } from '../proof/proof-log.ts'
import { send } from './answer.ts'
import { isSessionValid } from './request-session.ts'

type Needs = Deps & { dossier_jobs: DossierJobs; proof_log: ProofLog }

export function serveDossiers(app: FastifyInstance, deps: Needs): void {
  app.get<{ Params: { id: string } }>('/media/dossier/:id', (request, reply) => {
    const job = deps.dossier_jobs.find(request.params.id, deps.now())
    if (!job || !isSessionValid(deps, request, job.session))
      return send(
        reply,
        { code: code.not_found, message: 'The dossier no longer exists', request_id: request.id },
        404,
      )
    // The reader stops between two files when the client disconnects.
    const reader = { ...deps, isGone: (): boolean => stream.destroyed }
    const stream: Readable = Readable.from(dossierZip(reader, job), {
      objectMode: false,
      highWaterMark: 256 * 1024,
    })
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${job.file_name}"`,
      })
      .type('application/zip')
      .send(stream)
  })
}
