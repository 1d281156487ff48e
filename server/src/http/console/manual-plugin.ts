/**
 * Serves the built manual below /help/. It needs no sign-in: it contains nothing about the device, and the
 * page on lost passwords is for users who cannot sign in (docs/decisions/0059).
 */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { visitorOf } from './visitor.ts'

/** Register it at `/help`. `root` is the folder of the built manual (manual/dist). */
export async function manualPlugin(app: FastifyInstance, options: { root: string }): Promise<void> {
  const missing = (reply: FastifyReply) => reply.code(404).sendFile('404.html')
  // A folder, a hidden file or a path with a backslash is answered as a missing page.
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    if ((error.statusCode ?? 500) >= 500) throw error
    return missing(reply)
  })
  app.setNotFoundHandler((_request, reply) => missing(reply))
  await app.register(fastifyStatic, {
    root: options.root,
    prefix: '/',
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
