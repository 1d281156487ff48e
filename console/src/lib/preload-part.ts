/**
 * Downloads the files of a part before importing it; the build replaces the bundler's own helper with this
 * one (build/preload-helper.ts). Most browsers cache a failed import and its dependencies for the lifetime of
 * the document, whereas a failed fetch can be repeated.
 */

/** Finished and running downloads, by address. */
const downloads = new Map<string, Promise<unknown>>()
let has_begun = false
/** Whether imports are served from the browser's cache after a fetch. */
let is_cached = true

/** `files`: the files that `load` imports, and their styles, as listed by the build. Rejects like `fetch`. */
export async function preloadPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  if (!has_begun) noteLoaded()
  const named = files.length > 0 ? files : onlyFile(load)
  const addresses = named.map((file) => `${location.origin}/${file}`)
  const new_addresses = addresses.filter((address) => !downloads.has(address) && !address.endsWith('.css'))
  await Promise.all(addresses.map(download))
  const part = await load()
  if (new_addresses.some(wasLoadedTwice)) is_cached = false
  return part
}

/** The build lists no files for a part of a single file; its name is then taken from the import call. */
function onlyFile(load: () => unknown): string[] {
  const name = /import\([`'"]\.\/([\w.-]+)[`'"]\)/.exec(String(load))?.[1]
  return name === undefined ? [] : [`assets/${name}`]
}

/** Registers what the document itself loads or has loaded, so that it is not downloaded again. */
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

/**
 * The file was not served from the cache, as over HTTPS with a certificate that the browser does not trust.
 */
const wasLoadedTwice = (address: string): boolean =>
  performance
    .getEntriesByName(address, 'resource')
    .slice(1)
    .some((entry) => (entry as PerformanceResourceTiming).transferSize > 0)
