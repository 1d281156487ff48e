/** `/.well-known/security.txt` (RFC 9116), as the build wrote it. It is not served once it has expired. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** `folder`: the built console. */
export function serveSecurityText(app: FastifyInstance, folder: string, now: () => number): void {
  const text = textIn(folder)
  const expires_ms = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
  app.get('/.well-known/security.txt', (_request, reply) =>
    now() < expires_ms
      ? reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(text)
      : reply.callNotFound(),
  )
}

function textIn(folder: string): string {
  try {
    return readFileSync(join(folder, 'security.txt'), 'utf8')
  } catch {
    return ''
  }
}
