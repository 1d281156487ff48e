/**
 * `GET /media/erasure/TOKEN`: the certificate of an erasure as one printable page; with `?download=1` as a
 * file. The session of the user who requested the erasure is gone, so the token alone grants access.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { certificate_path } from '../system/erasure/calls.ts'
import { certificateHtml, certificate_style } from '../system/erasure/certificate-html.ts'
import type { Certificate, ErasureService } from '../system/erasure/erasure-service.ts'
import { sendGone } from './answer.ts'

const style_hash = createHash('sha256').update(certificate_style).digest('base64')
/** Allows nothing but the page's own style. */
const policy = `default-src 'none'; style-src 'sha256-${style_hash}'; frame-ancestors 'none'`

export function serveErasureCertificate(
  app: FastifyInstance,
  { erasure }: { erasure: ErasureService },
): void {
  app.get<{ Params: { token: string }; Querystring: { download?: string } }>(
    `${certificate_path}:token`,
    async (request, reply) => {
      const certificate = erasure.certificate(request.params.token)
      if (!certificate) return sendGone(reply, 'The certificate no longer exists')
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-security-policy': policy,
          ...(request.query.download === undefined ? {} : { 'content-disposition': fileOf(certificate) }),
        })
        .type('text/html; charset=utf-8')
        .send(certificateHtml(certificate))
    },
  )
}

const fileOf = ({ sha256 }: Certificate): string =>
  `attachment; filename="erasure-${sha256.slice(0, 12)}.html"`
