/** `GET /media/...`: pictures and clips at signed addresses (core/media.ts). */
import type { IncomingHttpHeaders } from 'node:http'
import { extname } from 'node:path'
import { code } from '@parking/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { signedQueryOf } from '../core/downloads/signed-address.ts'
import { DamagedFile } from '../core/sealed/sealed-format.ts'
import { reportPicture } from '../events/stored/check-pictures.ts'
import { send } from './answer.ts'
import { isSessionValid } from './request-session.ts'
import { picture_widths } from '@parking/contract/core/limits.ts'
import { loadSharp } from '../core/files/sharp.ts'
import { createSemaphore } from '../core/flow/semaphore.ts'

/** What only a signed-in user may see stays in no cache: it would outlive the session on the disk. */
const cache = 'no-store'
const types: Readonly<Record<string, string>> = { '.jpg': 'image/jpeg', '.mp4': 'video/mp4' }

export function serveMedia(app: FastifyInstance, deps: Deps): void {
  const { media, now, log } = deps
  const reducer = createReducer()
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
    '/media/*',
    async (request, reply) => {
      const asked = signedQueryOf(request.query)
      const signed = media.pathOf(request.params['*'], asked, now())
      const path = signed !== undefined && isSessionValid(deps, request, asked.session) ? signed : undefined
      const refuse = (message: string) =>
        send(reply, { code: code.not_found, message, request_id: request.id }, 404)
      // An <img> needs a real status. A wrong signature and a missing file give the same answer.
      if (path === undefined) return refuse('The picture does not exist')
      try {
        return await sendFile(path, request, reply)
      } catch (error) {
        if (!(error instanceof DamagedFile)) return refuse('The picture does not exist')
        log.error({ err: error, path }, 'a stored picture is damaged')
        reportPicture(path, deps)
        return refuse('The picture is damaged: the file is not what was stored')
      }
    },
  )

  /** Throws if the file is missing, or is not the one that was stored. */
  async function sendFile(
    path: string,
    { query, headers }: { query: Record<string, unknown>; headers: IncomingHttpHeaders },
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const file = await media.files.open(path)
    const width = extname(path) === '.jpg' ? widthIn(query['w']) : undefined
    if (width !== undefined) {
      const key = `${file.mtime_ms} ${path}`
      const whole = () => media.files.read(path)
      const reduced = await reducer.reduce(key, whole, width, /image\/webp/i.test(headers.accept ?? ''))
      if (reduced) {
        await file.close()
        return reply.headers({ 'cache-control': cache, vary: 'accept' }).type(reduced.type).send(reduced.data)
      }
    }
    const range = rangeOf(headers.range, file.size)
    if (range === 'none') {
      await file.close()
      return reply
        .code(416)
        .headers({
          'accept-ranges': 'bytes',
          'cache-control': 'no-store',
          'content-range': `bytes */${file.size}`,
        })
        .type(typeOf(path))
        .send('')
    }
    const { start, end } = range === 'whole' ? { start: 0, end: file.size - 1 } : range
    const content = await file.stream(start, end + 1)
    if (range !== 'whole') reply.code(206).headers({ 'content-range': `bytes ${start}-${end}/${file.size}` })
    return reply
      .headers({ 'cache-control': cache, 'accept-ranges': 'bytes', 'content-length': end - start + 1 })
      .type(typeOf(path))
      .send(content)
  }
}

const typeOf = (path: string): string => types[extname(path)] ?? 'image/jpeg'

/**
 * The requested range (RFC 9110 §14), both ends included, which a video player needs to seek. `none`: outside
 * the file. Several ranges or an invalid header return the whole file, as the standard allows.
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

/** Reads the picture. */
type Whole = () => Promise<Buffer>
type Reduced = { data: Buffer; type: 'image/webp' | 'image/jpeg' }

const max_kept_bytes = 4 * 1024 * 1024
/** Maximum number of pixels to decode: a picture may claim any size. */
const max_pixels = 64_000_000

/**
 * The width of `&w=`; undefined for any width not offered, so that no client can fill the memory with
 * variants.
 */
const widthIn = (given: unknown): number | undefined =>
  picture_widths.find((width) => String(width) === given)

function createReducer() {
  /** By name, width and type; the least recently used first. */
  const kept = new Map<string, Reduced>()
  const underway = new Map<string, Promise<Reduced | undefined>>()
  const one_at_a_time = createSemaphore(1)
  let bytes = 0

  function keep(key: string, made: Reduced): void {
    kept.set(key, made)
    bytes += made.data.length
    for (const [oldest, { data }] of kept) {
      if (bytes <= max_kept_bytes) break
      kept.delete(oldest)
      bytes -= data.length
    }
  }

  async function make(whole: Whole, width: number, webp: boolean): Promise<Reduced | undefined> {
    const release = await one_at_a_time.acquire()
    try {
      const sharp = await loadSharp()
      const picture = sharp(await whole(), { limitInputPixels: max_pixels, failOn: 'error' })
        .autoOrient()
        .resize({ width, withoutEnlargement: true })
      return webp
        ? { data: await picture.webp({ quality: 68, effort: 3 }).toBuffer(), type: 'image/webp' }
        : { data: await picture.jpeg({ quality: 72, mozjpeg: true }).toBuffer(), type: 'image/jpeg' }
    } catch {
      return undefined
    } finally {
      release()
    }
  }

  return {
    /**
     * `name` changes with the picture. Undefined if the picture cannot be decoded: it is then sent unchanged.
     */
    async reduce(name: string, whole: Whole, width: number, webp: boolean): Promise<Reduced | undefined> {
      const key = `${width} ${webp} ${name}`
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const making = underway.get(key) ?? make(whole, width, webp)
      underway.set(key, making)
      const made = await making
      if (underway.delete(key) && made) keep(key, made)
      return made
    },
  }
}
