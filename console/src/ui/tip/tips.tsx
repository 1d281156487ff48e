/**
 * One tooltip for the whole page: an element with `data-tip` shows it on hover and on keyboard focus. It is
 * decorative, because the element has its own accessible name.
 */
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#src/lib/parts.ts'
import type { Tip } from './tip-popup.tsx'

const TipPopup = lazyPart(() => import('./tip-popup.tsx').then((file) => file.TipPopup))

const hover_delay_ms = 350

export function Tips() {
  const [tip, setTip] = useState<Tip>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setTip(undefined)
    }
    const update = (event: Event) => {
      const anchor = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
      hide()
      const { tip: text, tipSide } = anchor?.dataset ?? {}
      if (!anchor || !text) return
      if (event.type === 'focusin' && !anchor.matches(':focus-visible')) return
      const show = () =>
        anchor.isConnected && setTip({ anchor, text, side: tipSide === 'right' ? 'right' : 'bottom' })
      timer = setTimeout(show, event.type === 'focusin' ? 0 : hover_delay_ms)
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('pointerover', update, { signal })
    document.addEventListener('focusin', update, { signal })
    for (const end of ['focusout', 'pointerdown', 'keydown'] as const)
      document.addEventListener(end, hide, { signal })
    document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
    return () => {
      hide()
      stop.abort()
    }
  }, [])
  return (
    tip && (
      <Suspense>
        <TipPopup {...tip} />
      </Suspense>
    )
  )
}
