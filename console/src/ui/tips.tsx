/**
 * One tip for the whole page: whatever has `data-tip` shows it on hover and on keyboard focus. Only decoration: the name is in the
 * element itself. The bubble is not React's, because it moves into whichever dialog is open.
 */
import { useEffect } from 'react'
import classes from './tips.module.css'

export function Tips(): null {
  useEffect(() => {
    const bubble = document.createElement('div')
    bubble.className = classes['tip'] ?? ''
    bubble.ariaHidden = 'true'
    bubble.hidden = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      bubble.hidden = true
    }
    const show = (owner: HTMLElement, text: string) => {
      bubble.textContent = text
      const home = owner.closest('dialog') ?? document.body
      if (bubble.parentElement !== home) home.append(bubble)
      bubble.hidden = false
      const at = owner.getBoundingClientRect()
      const right = owner.dataset['tipSide'] === 'right'
      const left = right ? at.right + 8 : at.left + at.width / 2 - bubble.offsetWidth / 2
      const top = right
        ? at.top + at.height / 2 - bubble.offsetHeight / 2
        : at.bottom + 6 + bubble.offsetHeight > innerHeight
          ? at.top - bubble.offsetHeight - 6
          : at.bottom + 6
      bubble.style.left = `${Math.max(6, Math.min(left, innerWidth - bubble.offsetWidth - 6))}px`
      bubble.style.top = `${top}px`
    }
    const look = (event: Event) => {
      const owner = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
      hide()
      const text = owner?.dataset['tip']
      if (!owner || !text) return
      if (event.type === 'focusin' && !owner.matches(':focus-visible')) return
      timer = setTimeout(() => owner.isConnected && show(owner, text), event.type === 'focusin' ? 0 : 350)
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('pointerover', look, { signal })
    document.addEventListener('focusin', look, { signal })
    for (const end of ['focusout', 'pointerdown', 'keydown'] as const)
      document.addEventListener(end, hide, { signal })
    document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
    return () => {
      hide()
      bubble.remove()
      stop.abort()
    }
  }, [])
  return null
}
