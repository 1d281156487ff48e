/** The security headers of every answer, and the refusal of requests from other sites. */
import { code } from '@parking/contract'
import type { FastifyRequest } from 'fastify'
import { denied, Refusal } from '../core/refusal.ts'
import { leadsOnlyThere } from './host-guard.ts'

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
export function crossSiteRefusal(request: FastifyRequest): Refusal | undefined {
  if (request.method === 'GET') return undefined
  const refusal = originRefusal(request)
  if (refusal) return refusal
  // A form of another site can send text that is JSON, but not this content type without a preflight request.
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    return new Refusal(code.format_error, 'The request must be JSON (content-type: application/json)')
  }
  return undefined
}

/**
 * Whether a WebSocket request comes from a page of another origin. A browser opens a WebSocket by GET, always
 * with the origin of the page.
 * @param approved the origin of the page that was given the signed address, if it had one
 */
export const isCrossSiteSocket = (request: FastifyRequest, approved: unknown): boolean =>
  (approved === undefined || request.headers.origin !== approved) && originRefusal(request) !== undefined

/**
 * Sec-Fetch-Site decides where a browser sends it: no page can set it. A proxy that changes Host then does no
 * harm, unless the page's name was made to lead to the proxy (DNS rebinding); HTTPS and addresses rule that
 * out. Otherwise the page's origin must be the address that the request names.
 */
function originRefusal({ headers, host }: FastifyRequest): Refusal | undefined {
  const forwarded = host !== headers.host
  const site = headers['sec-fetch-site']
  const page = originOf(headers.origin)
  if ((site !== undefined && site !== 'same-origin' && site !== 'none') || page === null)
    return denied('Requests from another site are refused')
  if (page === undefined || hostOf(page, page.host) === hostOf(page, host)) return undefined
  const is_bound = page.protocol === 'https:' || leadsOnlyThere(page.hostname)
  return site === 'same-origin' && is_bound ? undefined : hostChanged(page.origin, host, forwarded)
}

/** Undefined without the header or if a proxy has emptied it, null for what is no origin of a page. */
function originOf(text: string | undefined): URL | null | undefined {
  if (!text) return undefined
  return /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : null
}

/**
 * The host in the form of `URL.host` under this scheme: lower case, without the scheme's own port, and
 * without the dot at the end of a name, which proxies remove.
 */
const hostOf = ({ protocol }: URL, host: string): string | undefined =>
  URL.parse(`${protocol}//${host}`)?.host.replace(/\.(?=:|$)/, '')

/** `forwarded`: a trusted proxy has named the host in X-Forwarded-Host. */
const hostChanged = (page: string, host: string, forwarded: boolean): Refusal =>
  new Refusal(
    code.permission_denied,
    `The page was opened at ${page}, but the request names the host ${host}. A proxy in front of the ` +
      `device must pass Host${forwarded ? ' and X-Forwarded-Host' : ''} on unchanged, with the port ` +
      `(nginx: proxy_set_header ${forwarded ? 'X-Forwarded-Host' : 'Host'} $http_host; ` +
      'Apache: ProxyPreserveHost On)',
    {
      reason: 'host_changed',
      detail: `Origin: ${page}, ${forwarded ? 'X-Forwarded-Host' : 'Host'}: ${host}`.slice(0, 500),
    },
  )
