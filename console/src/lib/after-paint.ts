/** Work that an answer to the user does not wait for. */

/**
 * Runs `work` once, after the browser has painted what has changed so far; at the next turn in a hidden tab,
 * which paints nothing. Returns what cancels it.
 */
export function afterPaint(work: () => void): () => void {
  let [frame, timer] = [0, 0]
  if (document.visibilityState === 'hidden') timer = window.setTimeout(work)
  else frame = requestAnimationFrame(() => (timer = window.setTimeout(work)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Calls `listener` after the next paint, once for all the notifications before it. */
export function subscribeAfterPaint(
  subscribe: (listener: () => void) => () => void,
  listener: () => void,
): () => void {
  let cancel: (() => void) | undefined
  const end = subscribe(() => {
    cancel ??= afterPaint(() => {
      cancel = undefined
      listener()
    })
  })
  return () => {
    end()
    cancel?.()
  }
}
