/** The router's error element, for a route that could not be downloaded or rendered. */
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { logError } from '#src/stores/error-log.ts'
import { UiWordsProvider } from '#src/ui/ui-words.tsx'
import { useWords } from '#src/core/words.ts'
import { MissingPart } from '#src/lib/parts.ts'
import { BrokenView } from './broken-view.tsx'
import { PageMissing } from './page-missing.tsx'

export function PageBroken() {
  const error = useRouteError()
  const shell = useWords('shell')
  const errors = useWords('errors')
  useEffect(() => {
    logError({
      message: error instanceof Error ? error.message : String(error),
      info: 'route',
      ...(error instanceof Error && error.stack ? { stack: error.stack } : {}),
    })
  }, [error])
  return (
    <UiWordsProvider
      value={{
        ok: shell.ok,
        cancel: shell.cancel,
        close: shell.close,
        retry: errors.retry,
        loading: shell.loading,
        copy: shell.copy.action,
        copied: shell.copy.success,
        copy_failed: shell.copy.failed,
      }}
    >
      {error instanceof MissingPart ? (
        <PageMissing error={error} />
      ) : (
        <BrokenView retry={() => location.reload()} />
      )}
    </UiWordsProvider>
  )
}
