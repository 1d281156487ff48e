/** The router's error element, for a route that could not be downloaded or rendered. */
import { useEffect, useRef } from 'react'
import { useRouteError, useRevalidator } from 'react-router'
import { logError } from '#src/stores/error-log.ts'
import { useWords } from '#src/core/words.ts'
import { MissingPart, retryParts, whenDue } from '#src/lib/parts.ts'
import { checkConnection, probeNow } from '#src/stores/connection-lost.ts'
import { anyDirty } from '#src/stores/dirty.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { BrokenView } from './broken-view.tsx'
import { ShellUiWords } from './session-unchecked.tsx'

export function PageBroken() {
  const error = useRouteError()
  useEffect(() => {
    logError({
      message: error instanceof Error ? error.message : String(error),
      info: 'route',
      ...(error instanceof Error && error.stack ? { stack: error.stack } : {}),
    })
  }, [error])
  return (
    <ShellUiWords>
      {error instanceof MissingPart ? (
        <PageMissing error={error} />
      ) : (
        <BrokenView retry={() => location.reload()} />
      )}
    </ShellUiWords>
  )
}

const key = 'reloaded-for-page'
/**
 * A browser may cache a failed download for the lifetime of the document, and an update removes old files.
 */
const tries_before_reload = 2
const reload_pause_ms = 60_000

/** Loads a new document, at most once a minute and never while input is unsaved. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(key))
  if (anyDirty() || Date.now() - last < reload_pause_ms) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}

/**
 * Shown in place of a page that could not be downloaded. It retries by itself: with growing pauses, and at
 * once when the link is back.
 */
function PageMissing({ error }: { error: unknown }) {
  const words = useWords('errors')
  const { revalidate, state } = useRevalidator()
  const tries = useRef(0)
  useEffect(() => {
    let stopped = false
    const stop = whenDue(tries.current, () => {
      if (!stopped) void revalidate()
    })
    tries.current += 1
    if (tries.current > tries_before_reload)
      void checkConnection().then((there) => there && !stopped && reloadOnce())
    return () => {
      stopped = true
      stop()
    }
    // Each failed attempt is a new error, so the effect runs again.
  }, [error, revalidate])
  return (
    <ErrorState
      title={words.page_missing}
      retry={() => {
        void probeNow()
        retryParts()
      }}
      retrying={state === 'loading'}
    >
      {words.page_missing_hint}
    </ErrorState>
  )
}
