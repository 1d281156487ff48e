/** What every answer carries and what every request must not be (security rows 14 and 15). */
import { code } from '@parking/contract'
import type { FastifyRequest } from 'fastify'
import { denied, Refusal } from '../core/refusal.ts'

/** Nothing inline, neither script nor style, and nothing from elsewhere. No HSTS: the device speaks plain HTTP until it has a certificate. */
export const security_headers: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
}

/** Whether a request came from a page of another origin: such a page has no business here (no CORS, DESIGN §8). */
export function crossSiteRefusal({ headers, method }: FastifyRequest): Refusal | undefined {
  if (method === 'GET') return undefined
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return denied('Requests from another site are refused')
  const { origin, host } = headers
  if (origin !== undefined && hostOf(origin) !== host) return denied('Requests from another site are refused')
  // A form of another site can send text that happens to be JSON, but not say so without asking first.
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    return new Refusal(code.format_error, 'The request must be JSON (content-type: application/json)')
  }
  return undefined
}

/** The same for a WebSocket, which a browser opens by GET and for which it always names the page's origin. */
export const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && hostOf(headers.origin) !== headers.host

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined
