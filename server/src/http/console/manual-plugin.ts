/**
 * Serves the built manual below /help/. It needs no sign-in: it contains nothing about the device, and the
 * page on lost passwords is for users who cannot sign in (docs/decisions/0059).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { visitorOf } from './visitor.ts'

const not_built = {
  zh: '说明书还没有准备好，请稍后再打开本页。',
  tw: '使用手冊尚未準備好，請稍後再開啟本頁。',
}

/**
 * Register it at `/help`. `root` is the folder of the built manual (manual/dist), which may be built later:
 * until then every page is answered with 503 and a sentence.
 */
export async function manualPlugin(app: FastifyInstance, options: { root: string }): Promise<void> {
  const missing = (request: FastifyRequest, reply: FastifyReply) =>
    existsSync(join(options.root, '404.html'))
      ? reply.code(404).sendFile('404.html')
      : reply
          .code(503)
          .headers({
            'cache-control': 'no-store',
            'retry-after': '10',
            'content-type': 'text/plain; charset=utf-8',
          })
          .send(not_built[visitorOf(request.headers).language])
  // A folder, a hidden file or a path with a backslash is answered as a missing page.
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    if ((error.statusCode ?? 500) >= 500) throw error
    return missing(request, reply)
  })
  app.setNotFoundHandler(missing)
  await app.register(fastifyStatic, {
    root: options.root,
    prefix: '/',
    suppressWarning: true,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
  app.get('/', (request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', vary: 'Cookie, Accept-Language' })
      .redirect(`/help/${visitorOf(request.headers).language}/`, 302),
  )
}
