/** Asks the browser for the console's files at low priority. `list` is what the build wrote into the page: addresses, parted by spaces. */
export function prefetchShell(list: string): void {
  for (const href of list.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = href
    document.head.append(link)
  }
}
