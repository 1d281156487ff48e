/**
 * Asks addresses again and again whether anybody is there, and tells the page: { url, state: 'up' | 'down' }. A worker, because the pages' own
 * Content-Security-Policy lets them ask nobody but their own origin; this one file is served with a policy that lets it ask others.
 * Nothing is sent but a GET of /healthz without cookies, and nothing of the answer can be read: that there is one is all that is wanted.
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
