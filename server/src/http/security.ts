/** The security headers of every answer, and the refusal of requests from other sites. */
import { code } from '@parking/contract'
import type { FastifyRequest } from 'fastify'
import { denied, Refusal } from '../core/refusal.ts'

/** No inline scripts or styles, and nothing from other sites. HSTS is optional (transport-guard.ts). */
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
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * The refusal of a request from a page of another origin (there is no CORS); undefined for any other request.
 */
export function crossSiteRefusal({ headers, method, host }: FastifyRequest): Refusal | undefined {
  if (method === 'GET') return undefined
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return denied('Requests from another site are refused')
  const { origin } = headers
  if (origin !== undefined && hostOf(origin) !== host) return denied('Requests from another site are refused')
  // A form of another site can send text that is JSON, but not this content type without a preflight request.
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    return new Refusal(code.format_error, 'The request must be JSON (content-type: application/json)')
  }
  return undefined
}

/**
 * Whether a WebSocket request comes from a page of another origin. A browser opens a WebSocket by GET, always
 * with the origin of the page.
 */
export const isCrossSiteSocket = ({ headers, host }: FastifyRequest): boolean =>
  headers.origin !== undefined && hostOf(headers.origin) !== host

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined
