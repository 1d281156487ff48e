/**
 * `GET /media/export/ID`: the file of `export_parking_event`. It can be fetched repeatedly while its address
 * is valid and the session that requested it is alive. It is below /media so that proxies that pass pictures
 * pass it too.
 */
import { Readable } from 'node:stream'
import { code } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { send } from './answer.ts'
import { isSessionValid } from './request-session.ts'
import type { ExportJobs } from '../events/export/event-export.ts'
import { csvOf, zipOf } from '../events/export/event-zip.ts'

type Needs = Deps & { export_jobs: ExportJobs }

export function serveEventExports(app: FastifyInstance, deps: Needs): void {
  app.get<{ Params: { id: string } }>('/media/export/:id', (request, reply) => {
    const job = deps.export_jobs.find(request.params.id, deps.now())
    if (!job || !isSessionValid(deps, request, job.session))
      return send(
        reply,
        { code: code.not_found, message: 'The export no longer exists', request_id: request.id },
        404,
      )
    // The reader stops between two events when the client disconnects or the database is closed.
    const reader = { ...deps, isGone: (): boolean => stream.destroyed }
    const stream: Readable = Readable.from(job.format === 'csv' ? csvOf(reader, job) : zipOf(reader, job), {
      objectMode: false,
      highWaterMark: 256 * 1024,
    })
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${job.file_name}"`,
      })
      .type(job.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/zip')
      .send(stream)
  })
}
