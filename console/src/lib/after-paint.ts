/** Defers work that the response to a user's action need not wait for. */

/**
 * Runs `work` once after the browser has painted the current changes; in a hidden tab, which paints nothing,
 * at the next turn of the event loop. Returns a function that cancels it.
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

type Subscribe = (listener: () => void) => () => void

/**
 * A subscription that notifies all its listeners after the next paint, with a single wait for all of them.
 */
export function afterPaintOf(subscribe: Subscribe): Subscribe {
  const listeners = new Set<() => void>()
  let end: (() => void) | undefined
  return (listener) => {
    listeners.add(listener)
    end ??= subscribeAfterPaint(subscribe, () => listeners.forEach((one) => one()))
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      end?.()
      end = undefined
    }
  }
}

/** Calls `listener` after the next paint, once for all notifications before it. */
export function subscribeAfterPaint(subscribe: Subscribe, listener: () => void): () => void {
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
