/**
 * Marks the document while something scrolls (`data-scrolling`), so that rows passing under a resting pointer
 * are not painted as hovered: that halves the frame rate of a long list.
 */
const rest_ms = 150

export function markScrolling(): void {
  const root = document.documentElement
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => delete root.dataset['scrolling']
  document.addEventListener(
    'scroll',
    () => {
      clearTimeout(timer)
      timer = setTimeout(rest, rest_ms)
      root.dataset['scrolling'] = ''
    },
    { capture: true, passive: true },
  )
}
