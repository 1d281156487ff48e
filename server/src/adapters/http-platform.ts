/** The IoT platform over HTTP, protocol 1 (docs/platform.md): the real PlatformPort. */
import type { PlatformOutcome, PlatformPort } from '../ports/platform-port.ts'
import type { Reach } from '../reach.ts'
import { exchange, keepConnections, NoAnswer, type Exchange } from './http-exchange.ts'

const largest_answer = 256 * 1024
/** docs/platform.md */
const timeout_ms_default = 10_000

/** Connections are kept for the next request; `close` ends them. */
export function httpPlatform({ allow_loopback, timeout_ms = timeout_ms_default }: Reach & { timeout_ms?: number }): PlatformPort & { close(): void } {
  const agents = keepConnections(8)
  return {
    close: agents.close,
    async post(url, body, { token, key }) {
      const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8', 'accept': 'application/json' }
      if (token !== undefined) headers['authorization'] = `Bearer ${token}`
      if (key !== undefined) headers['idempotency-key'] = key
      try {
        return outcomeOf(await exchange(url, { method: 'POST', headers, body: JSON.stringify(body), timeout_ms, max_bytes: largest_answer, reach: { allow_loopback }, agents }))
      } catch (error) {
        return { kind: 'silent', info: error instanceof NoAnswer ? error.message : 'The request could not be made' }
      }
    },
  }
}

/** The table of docs/platform.md. What no row names (a redirect, a page of a captive portal) is no word of the platform: busy. */
export function outcomeOf({ status, body }: Pick<Exchange, 'status' | 'body'>): PlatformOutcome {
  const text = body.toString('utf8')
  const info = plainText(text) || `HTTP ${status}`
  if (status === 401) return { kind: 'signed_out', info }
  if (status >= 200 && status <= 299) {
    const { code, data } = envelopeOf(text)
    if (code === 0) return { kind: 'accepted', info, data }
    if (code === 4000) return { kind: 'signed_out', info }
    if (code === undefined || code === 6000) return { kind: 'busy', info }
    return { kind: 'refused', info }
  }
  const retry = status === 408 || status === 425 || status === 429 || status < 400 || status >= 500
  return { kind: retry ? 'busy' : 'refused', info: `HTTP ${status} ${info}`.slice(0, 2000) }
}

function envelopeOf(text: string): { code?: number; data?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('code' in value) || typeof value.code !== 'number') return {}
    return { code: value.code, data: 'data' in value ? value.data : undefined }
  } catch {
    return {}
  }
}

/** At most 2000 characters without control and direction characters (security row 24). */
export const plainText = (text: string): string => text.slice(0, 8000).replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd]+/g, ' ').trim().slice(0, 2000)
