/**
 * `GET /media/support/NAME`: a support bundle at a signed address that is valid for ten minutes. Below
 * /media, so that proxies that pass pictures pass it too.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { code } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import { isBundleAddressValid } from '../system/support-bundle/support-bundle-address.ts'
import type { Deps } from '../core/deps.ts'
import { mediaQueryOf } from '../core/media.ts'
import { send } from './answer.ts'
import { sessionHolds } from './session-holds.ts'
import {
  bundlePath,
  dropBundles,
  forgetOldBundles,
  friendlyName,
} from '../system/support-bundle/support-bundle-folder.ts'

const cleanup_ms = 5 * 60_000

export function serveSupportBundles(app: FastifyInstance, deps: Deps): void {
  // Bundles of an earlier run are deleted at the start, others after an hour.
  app.addHook('onReady', () => dropBundles(deps.folder))
  const keeper = setInterval(
    () =>
      void forgetOldBundles(deps).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'old support bundles could not be removed'),
      ),
    cleanup_ms,
  )
  app.addHook('onClose', async () => clearInterval(keeper))
  keeper.unref()

  app.get<{ Params: { name: string }; Querystring: Record<string, unknown> }>(
    '/media/support/:name',
    async (request, reply) => {
      const { name } = request.params
      const asked = mediaQueryOf(request.query)
      const handle =
        isBundleAddressValid(deps, name, asked) && sessionHolds(deps, request, asked.session)
          ? await open(bundlePath(deps.folder, name)).catch(() => undefined)
          : undefined
      const size = handle && (await handle.stat())
      if (!handle || !size?.isFile()) {
        await handle?.close()
        return send(
          reply,
          {
            code: code.not_found,
            message: 'The support bundle does not exist any more',
            request_id: request.id,
          },
          404,
        )
      }
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-length': size.size,
          'content-disposition': `attachment; filename="${friendlyName(name)}"`,
        })
        .type('application/zip')
        .send(createReadStream('', { fd: handle }))
    },
  )
}
