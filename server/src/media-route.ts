/** `GET /media/...`: pictures by their signed addresses (media.ts). */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { code } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { send } from './serve.ts'

/** An address stays the same for ten minutes and its picture never changes. */
const cache = 'private, max-age=1800, immutable'

export function serveMedia(app: FastifyInstance, { media, now }: Deps): void {
  app.get<{ Params: { '*': string }; Querystring: { until?: unknown; sign?: unknown } }>('/media/*', async (request, reply) => {
    const { until, sign } = request.query
    const file = media.fileOf(request.params['*'], String(until), String(sign), now())
    const handle = file === undefined ? undefined : await open(file).catch(() => undefined)
    const size = handle && (await handle.stat())
    // An <img> needs a real status; a wrong signature and a missing file look the same.
    if (!handle || !size?.isFile()) {
      await handle?.close()
      return send(reply, { code: code.not_found, message: 'The picture does not exist', request_id: request.id }, 404)
    }
    return reply.headers({ 'cache-control': cache, 'content-length': size.size }).type('image/jpeg').send(createReadStream('', { fd: handle }))
  })
}
