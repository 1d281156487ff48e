/**
 * Downloads the files of a part before it is imported; the build puts it in place of the bundler's own helper
 * (build/preload-helper.ts). Most browsers remember a failed import, with all that it needed, as long as the
 * document lives; a failed fetch can be repeated.
 */

/** By address: what has been downloaded, or is being downloaded now. */
const downloads = new Map<string, Promise<unknown>>()
let has_begun = false
/** Whether an import finds in the browser's cache what was fetched before. */
let is_cached = true

/** `files`: those that `load` imports, and their styles, as the build lists them. Rejects as a fetch does. */
export async function preloadPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  if (!has_begun) noteLoaded()
  const named = files.length > 0 ? files : onlyFile(load)
  const addresses = named.map((file) => `${location.origin}/${file}`)
  const news = addresses.filter((address) => !downloads.has(address) && !address.endsWith('.css'))
  await Promise.all(addresses.map(download))
  const part = await load()
  if (news.some(wasLoadedTwice)) is_cached = false
  return part
}

/** The build lists no file where there is only one, which needs no other: then the call itself names it. */
function onlyFile(load: () => unknown): string[] {
  const name = /import\([`'"]\.\/([\w.-]+)[`'"]\)/.exec(String(load))?.[1]
  return name === undefined ? [] : [`assets/${name}`]
}

/** What the document itself loads, or has loaded, is not asked for again. */
function noteLoaded(): void {
  has_begun = true
  const loading = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]')
  const named = [...loading].map((one) => ('href' in one ? one.href : one.src))
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  for (const address of [...named, ...loaded]) downloads.set(address, Promise.resolve())
}

function download(address: string): Promise<unknown> {
  const known = downloads.get(address)
  if (known) return known
  const begun = address.endsWith('.css') ? addStyles(address) : fetchModule(address)
  downloads.set(address, begun)
  begun.catch(() => downloads.delete(address))
  return begun
}

async function fetchModule(address: string): Promise<void> {
  if (!is_cached) return
  const response = await fetch(address)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
}

function addStyles(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, crossOrigin: '' })
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`The styles ${href} could not be downloaded`))
    }
    document.head.append(link)
  })
}

/** No cache, as over HTTPS with a certificate that the browser does not trust. */
const wasLoadedTwice = (address: string): boolean =>
  performance
    .getEntriesByName(address, 'resource')
    .slice(1)
    .some((entry) => (entry as PerformanceResourceTiming).transferSize > 0)
