/**
 * `GET /media/handover/LANGUAGE`: the handover sheet as one page, generated for each request; with
 * `download=1` as a file. The address is signed for the session that requested it.
 */
import { createHash } from 'node:crypto'
import { isLanguage } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { createSemaphore } from '../core/flow/semaphore.ts'
import { isSigned, signedQueryOf } from '../core/downloads/signed-address.ts'
import { sheetFacts, type SheetNeeds } from '../handover/sheet-facts.ts'
import { sheetHtml } from '../handover/sheet-html.ts'
import { sheet_style } from '../handover/sheet-style.ts'
import { sendGone } from './answer.ts'
import { isSessionValid } from './request-session.ts'

const style_hash = createHash('sha256').update(sheet_style).digest('base64')
/** Allows nothing but the page's own style and pictures. */
const policy = `default-src 'none'; style-src 'sha256-${style_hash}'; img-src data:; frame-ancestors 'none'`

export function serveHandoverSheet(app: FastifyInstance, deps: Deps & SheetNeeds): void {
  // The pictures are generated for one sheet at a time.
  const one_at_a_time = createSemaphore(1)
  app.get<{ Params: { language: string }; Querystring: Record<string, unknown> }>(
    '/media/handover/:language',
    async (request, reply) => {
      const { language } = request.params
      const asked = signedQueryOf(request.query)
      if (
        !isLanguage(language) ||
        !isSigned(deps.secrets, 'handover', language, asked, deps.now()) ||
        !isSessionValid(deps, request, asked.session)
      )
        return sendGone(reply, 'The address of the sheet is no longer valid')
      const release = await one_at_a_time.acquire()
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
