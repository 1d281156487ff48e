/**
 * `GET /media/support/NAME`: a support bundle at a signed address that is valid for ten minutes. It is below
 * /media so that proxies that pass pictures pass it too.
 */
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { isSigned, signedQueryOf } from '../core/downloads/signed-address.ts'
import { sendGone } from './answer.ts'
import { isSessionValid } from './request-session.ts'
import {
  bundleFile,
  dropBundles,
  forgetOldBundles,
  friendlyName,
} from '../system/support-bundle/support-bundle-folder.ts'

const cleanup_ms = 5 * 60_000

export function serveSupportBundles(app: FastifyInstance, deps: Deps): void {
  // Bundles of an earlier run are deleted at the start, others after an hour.
  app.addHook('onReady', () => dropBundles(deps.folder))
  const cleanup = setInterval(
    () =>
      void forgetOldBundles(deps).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'old support bundles could not be removed'),
      ),
    cleanup_ms,
  )
  app.addHook('onClose', async () => clearInterval(cleanup))
  cleanup.unref()

  app.get<{ Params: { name: string }; Querystring: Record<string, unknown> }>(
    '/media/support/:name',
    async (request, reply) => {
      const { name } = request.params
      const asked = signedQueryOf(request.query)
      const bundle =
        isSigned(deps.secrets, 'support', name, asked, deps.now()) &&
        isSessionValid(deps, request, asked.session)
          ? await openBundle(deps, name).catch(() => undefined)
          : undefined
      if (!bundle) return sendGone(reply, 'The support bundle no longer exists')
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-length': bundle.size,
          'content-disposition': `attachment; filename="${friendlyName(name)}"`,
        })
        .type('application/zip')
        .send(bundle.content)
    },
  )
}

async function openBundle({ media }: Deps, name: string): Promise<{ size: number; content: Readable }> {
  const file = await media.bundles.open(bundleFile(name))
  return { size: file.size, content: await file.stream() }
}
