/**
 * Polls addresses by GET /healthz without cookies and posts { url, state: 'up' | 'down' } to the page. A
 * worker, because only this file is served with a Content-Security-Policy that allows requests to other
 * origins. The responses are opaque: any response means 'up'.
 */
const pause_ms = 2000
const patience_ms = 1500
let watch = 0

self.addEventListener('message', ({ data }) => {
  const mine = ++watch
  for (const url of data) void follow(url, mine)
})

async function follow(url, mine) {
  while (mine === watch) {
    const state = await answers(url)
    if (mine === watch) self.postMessage({ url, state })
    await new Promise((resolve) => setTimeout(resolve, pause_ms))
  }
}

async function answers(url) {
  try {
    await fetch(`${url}/healthz`, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(patience_ms),
    })
    return 'up'
  } catch {
    return 'down'
  }
}
