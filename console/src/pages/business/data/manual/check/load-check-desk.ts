/** The desk is a module of its own, downloaded when its tab is first opened. */
import type { ComponentType } from 'react'

let desk: ComponentType | undefined

/** Downloads the desk where the address means it. */
export async function loadDesk(search: URLSearchParams): Promise<void> {
  if (search.get('tab') === 'check') desk ??= (await import('./check-desk.tsx')).CheckDesk
}

/** What `loadDesk` has brought; the route has awaited it. */
export function loadedDesk(): ComponentType {
  if (!desk) throw new Error('The desk is shown before it was loaded')
  return desk
}
