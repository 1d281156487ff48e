/** Notes everything that a person with the developer tools open would frown at. A test fails for each that it has not allowed with a reason. */
import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from '@playwright/test'

export type Watch = {
  /** What was seen and not allowed, as lines. */
  problems(): string[]
  /** From now on and looking back, what matches is expected in this test. */
  allow(pattern: RegExp, because: string): void
  /** Looks no more: the window goes on to the next test. */
  end(): void
}

/** Watches every page of a context: console messages of any level but debug, page errors, failed requests, HTTP errors, other origins. */
export function watch(context: BrowserContext, origin: () => string): Watch {
  const seen: string[] = []
  const allowed: RegExp[] = []
  const short = (url: string) => url.replace(origin(), '')
  const onConsole = (message: ConsoleMessage) => {
    // Chromium calls its advice to authors "verbose", the level of console.debug.
    if (!['debug', 'verbose'].includes(message.type()))
      seen.push(`console ${message.type()}: ${message.text()} (${short(message.location().url)})`)
  }
  const onError = (error: WebError) =>
    void seen.push(`page error: ${error.error().stack ?? error.error().message}`)
  const onRequest = (request: Request) => {
    const url = request.url()
    if (!url.startsWith('data:') && !url.startsWith('blob:') && new URL(url).origin !== origin())
      seen.push(`request to another origin: ${url}`)
  }
  const onResponse = (response: Response) => {
    if (response.status() >= 400)
      seen.push(`HTTP ${response.status()}: ${response.request().method()} ${short(response.url())}`)
  }
  const onFailed = (request: Request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left takes its requests with it; that is how the web works, and no fault.
    if (reason !== 'net::ERR_ABORTED')
      seen.push(`request failed: ${request.method()} ${short(request.url())} ${reason}`)
  }
  context
    .on('console', onConsole)
    .on('weberror', onError)
    .on('request', onRequest)
    .on('response', onResponse)
    .on('requestfailed', onFailed)
  return {
    problems: () => seen.filter((line) => !allowed.some((pattern) => pattern.test(line))),
    allow: (pattern) => void allowed.push(pattern),
    end: () =>
      void context
        .off('console', onConsole)
        .off('weberror', onError)
        .off('request', onRequest)
        .off('response', onResponse)
        .off('requestfailed', onFailed),
  }
}
