/** Compresses the answers of calls that only read and contain no secret (docs/decisions/0036). */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { compressed_paths } from '@parking/contract/core/compressed-calls.ts'
import type { FastifyInstance } from 'fastify'
import { encodingFor } from './console/encoding.ts'

/** An answer below one packet gains nothing. */
const min_bytes = 1_400
/** Compresses in the threads of the process, fast enough for a list that is polled. */
const [gzipped, brotlied] = [promisify(gzip), promisify(brotliCompress)]
const packing = {
  gzip: (text: string) => gzipped(text, { level: 5 }),
  br: (text: string) => brotlied(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
} as const

export function compressAnswers(app: FastifyInstance): void {
  const paths = new Set(compressed_paths)
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !paths.has(request.routeOptions.url ?? '')) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (payload.length < min_bytes || encoding === undefined) return payload
    const packed = await packing[encoding](payload)
    reply.headers({ 'content-encoding': encoding, 'content-length': packed.length })
    return packed
  })
}
