/** A page that threw: said in words, logged, and the shell around it lives on. */
import { useEffect } from 'react'
import { Link, useRouteError } from 'react-router'
import { logError } from '../stores/error-log.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { useWords } from '../words.ts'

export function PageBroken() {
  const error = useRouteError()
  const words = useWords('errors')
  const shell = useWords('shell')
  useEffect(() => {
    logError({ message: error instanceof Error ? error.message : String(error), info: 'page', ...(error instanceof Error && error.stack ? { stack: error.stack } : {}) })
  }, [error])
  return (
    <ErrorState
      title={words.page_broken}
      retry={() => location.reload()}
      action={
        <Link className="button" to="/dashboard" reloadDocument>
          {shell.not_found.back}
        </Link>
      }
    >
      {words.page_broken_hint}
    </ErrorState>
  )
}
