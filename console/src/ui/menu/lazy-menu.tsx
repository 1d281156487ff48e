/** The menu's popup, downloaded on first use, so that its library is not part of the first paint. */
import { Suspense, useState } from 'react'
import { lazyPart } from '#src/lib/parts.ts'
import type { MenuPopupProps } from './menu-popup.tsx'

const load = () => import('./menu-popup.tsx')
const MenuPopup = lazyPart(() => load().then((file) => file.MenuPopup))

/** Starts the download, so that the menu opens at once when its button is pressed. */
export const fetchMenuPopup = (): void => void load().catch(() => undefined)

/** On its own, with a point as its anchor, this is a context menu. */
export function LazyMenuPopup(props: MenuPopupProps) {
  const [used, setUsed] = useState(false)
  if (props.open && !used) setUsed(true)
  return used ? (
    <Suspense>
      <MenuPopup {...props} />
    </Suspense>
  ) : null
}
