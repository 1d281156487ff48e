/** Loads the desk's module when its tab is first opened. */
import type { ComponentType } from 'react'

let desk: ComponentType | undefined

/** Loads the desk where the URL selects it. */
export async function loadDesk(search: URLSearchParams): Promise<void> {
  if (search.get('tab') === 'check') desk ??= (await import('./check-desk.tsx')).CheckDesk
}

/** The desk loaded by `loadDesk`; the route has awaited it. */
export function loadedDesk(): ComponentType {
  if (!desk) throw new Error('The desk is shown before it was loaded')
  return desk
}
