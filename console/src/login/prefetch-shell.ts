/**
 * Prefetches the console's files at low priority. `list` comes from the build: addresses separated by spaces.
 */
export function prefetchShell(list: string): void {
  for (const href of list.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = href
    document.head.append(link)
  }
}
