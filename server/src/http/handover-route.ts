/**
 * `GET /media/handover/LANGUAGE`: the handover sheet as one page, made at that moment; with `download=1` as a
 * file. At a signed address of the session that asked.
 */
import { createHash } from 'node:crypto'
import { code, isLanguage } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { createSemaphore } from '../core/flow/semaphore.ts'
import { mediaQueryOf } from '../core/media.ts'
import { isSheetAddressValid } from '../handover/sheet-address.ts'
import { sheetFacts, type SheetNeeds } from '../handover/sheet-facts.ts'
import { sheetHtml } from '../handover/sheet-html.ts'
import { sheet_style } from '../handover/sheet-style.ts'
import { send } from './answer.ts'
import { sessionHolds } from './session-holds.ts'

const style_hash = createHash('sha256').update(sheet_style).digest('base64')
/** Nothing but its own style and its own pictures. */
const policy = `default-src 'none'; style-src 'sha256-${style_hash}'; img-src data:; frame-ancestors 'none'`

export function serveHandoverSheet(app: FastifyInstance, deps: Deps & SheetNeeds): void {
  // Its pictures are made one sheet at a time.
  const turn = createSemaphore(1)
  app.get<{ Params: { language: string }; Querystring: Record<string, unknown> }>(
    '/media/handover/:language',
    async (request, reply) => {
      const { language } = request.params
      const asked = mediaQueryOf(request.query)
      if (
        !isLanguage(language) ||
        !isSheetAddressValid(deps, language, asked) ||
        !sessionHolds(deps, request, asked.session)
      )
        return send(
          reply,
          {
            code: code.not_found,
            message: 'The address of the sheet is not valid any more',
            request_id: request.id,
          },
          404,
        )
      const release = await turn.acquire()
      try {
        const facts = await sheetFacts(deps)
        const file_name = `handover-${facts.identity.host_sn.replace(/[^\w-]+/g, '-')}.html`
        return await reply
          .headers({
            'cache-control': 'no-store',
            'content-security-policy': policy,
            ...(request.query['download'] === undefined
              ? {}
              : { 'content-disposition': `attachment; filename="${file_name}"` }),
          })
          .type('text/html; charset=utf-8')
          .send(sheetHtml(facts, language))
      } finally {
        release()
      }
    },
  )
}
