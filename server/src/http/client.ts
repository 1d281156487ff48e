/**
 * The browser or program of a request: its user agent and its cookies. Scripts cannot read the cookies set
 * here.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from '../core/call-context.ts'
import { cookieIn } from '../core/text/cookies.ts'

const max_agent = 300
const max_origin = 300

export function clientOf(request: FastifyRequest, reply: FastifyReply): Client {
  const secure = request.protocol === 'https'
  return {
    agent: (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, max_agent),
    origin: (request.headers.origin ?? '').slice(0, max_origin),
    secure,
    cookie: (name) => cookieIn(request.headers.cookie, name),
    setCookie(name, value, { max_age_s, path = '/' }) {
      const parts = [
        `${name}=${value}`,
        `Path=${path}`,
        `Max-Age=${max_age_s}`,
        'HttpOnly',
        'SameSite=Strict',
      ]
      if (secure) parts.push('Secure')
      // Fastify collects several headers of this name.
      reply.header('set-cookie', parts.join('; '))
    },
  }
}
