/** Records console output, page errors, failed requests, HTTP errors and requests to other origins. */
import type { BrowserContext } from '@playwright/test'

/** The errors that a browser reports for requests to a stopped server, for `allow`. */
export const server_gone =
  /ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|ERR_CONTENT_LENGTH_MISMATCH/

/** Watches every page of a context. */
export function watch(context: BrowserContext, origin: string) {
  const seen: string[] = []
  const allowed: RegExp[] = []
  const short = (url: string) => url.replace(origin, '')
  context
    .on('console', (message) => {
      // Chromium calls its advice to authors "verbose", the level of console.debug.
      if (!['debug', 'verbose'].includes(message.type()))
        seen.push(`console ${message.type()}: ${message.text()} (${short(message.location().url)})`)
    })
    .on('weberror', (event) => {
      const error = event.error()
      seen.push(`page error: ${error.stack ?? error.message}`)
    })
    .on('request', (request) => {
      const url = request.url()
      if (!/^(data|blob):/.test(url) && new URL(url).origin !== origin)
        seen.push(`request to another origin: ${url}`)
    })
    .on('response', (response) => {
      if (response.status() >= 400)
        seen.push(`HTTP ${response.status()}: ${response.request().method()} ${short(response.url())}`)
    })
    .on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page aborts its requests.
      if (reason !== 'net::ERR_ABORTED')
        seen.push(`request failed: ${request.method()} ${short(request.url())} ${reason}`)
    })
  return {
    /** Findings that were not allowed, as lines. */
    problems: () => seen.filter((line) => !allowed.some((pattern) => pattern.test(line))),
    /** Findings that match are expected in this test, before and after the call. */
    allow: (pattern: RegExp, _because: string) => void allowed.push(pattern),
  }
}
