/** `GET /media/...`: pictures and clips at signed addresses (core/media.ts). */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { code } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { mediaQueryOf } from '../core/media.ts'
import { send } from './answer.ts'
import { sessionHolds } from './session-holds.ts'
import { createReducer, widthIn } from './reduced-picture.ts'

/** An address stays the same for ten minutes, and its picture never changes. */
const cache = 'private, max-age=1800, immutable'
const types: Readonly<Record<string, string>> = { '.jpg': 'image/jpeg', '.mp4': 'video/mp4' }

export function serveMedia(app: FastifyInstance, deps: Deps): void {
  const { media, now } = deps
  const reducer = createReducer()
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
    '/media/*',
    async (request, reply) => {
      const asked = mediaQueryOf(request.query)
      const signed = media.fileOf(request.params['*'], asked, now())
      const file = signed !== undefined && sessionHolds(deps, request, asked.session) ? signed : undefined
      const handle = file === undefined ? undefined : await open(file).catch(() => undefined)
      const found = handle && (await handle.stat())
      // An <img> needs a real status. A wrong signature and a missing file give the same answer.
      if (file === undefined || !handle || !found?.isFile()) {
        await handle?.close()
        return send(
          reply,
          { code: code.not_found, message: 'The picture does not exist', request_id: request.id },
          404,
        )
      }
      const width = extname(file) === '.jpg' ? widthIn(request.query['w']) : undefined
      const reduced =
        width &&
        (await reducer.reduce(file, found.mtimeMs, width, /image\/webp/i.test(request.headers.accept ?? '')))
      if (reduced) {
        await handle.close()
        return reply.headers({ 'cache-control': cache, vary: 'accept' }).type(reduced.type).send(reduced.data)
      }
      reply
        .headers({ 'cache-control': cache, 'accept-ranges': 'bytes' })
        .type(types[extname(file)] ?? 'image/jpeg')
      const range = rangeOf(request.headers.range, found.size)
      if (range === 'none') {
        await handle.close()
        return reply
          .code(416)
          .headers({ 'cache-control': 'no-store', 'content-range': `bytes */${found.size}` })
          .send('')
      }
      if (range === 'whole')
        return reply.headers({ 'content-length': found.size }).send(createReadStream('', { fd: handle }))
      const { start, end } = range
      return reply
        .code(206)
        .headers({
          'content-length': end - start + 1,
          'content-range': `bytes ${start}-${end}/${found.size}`,
        })
        .send(createReadStream('', { fd: handle, start, end }))
    },
  )
}

/**
 * The requested range (RFC 9110 §14), both ends included, which a video player needs to seek. none: outside
 * the file. Several ranges and an invalid header get the whole file, as the standard allows.
 */
function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'whole' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '')
    return Number(last) === 0 || size === 0
      ? 'none'
      : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < Number(first)) return 'whole' // invalid
  return Number(first) >= size ? 'none' : { start: Number(first), end }
}
