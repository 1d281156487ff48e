/** Shown before the first page if the device cannot report who is signed in. It retries by itself. */
import { useMemo, type ReactNode } from 'react'
import { logoutTo } from '#src/navigation/guard.ts'
import { clearSession } from '#src/stores/session.ts'
import { retryNow, sessionCheckFailure } from '#src/stores/session-check.ts'
import { useStore } from '#src/lib/store.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { useWords } from '#src/core/words.ts'
import { UiWordsProvider } from '#src/ui/ui-words.tsx'

export function SessionUnchecked() {
  const words = useWords('shell').session_unchecked
  const why = useStore(sessionCheckFailure)
  return (
    <ShellUiWords>
      <main>
        <ErrorState
          title={
            <span role="heading" aria-level={1}>
              {words.title}
            </span>
          }
          retry={retryNow}
          action={<Button onClick={signInAgain}>{words.sign_in_again}</Button>}
        >
          <p className="paragraph">{why}</p>
          <p className="paragraph">{words.goes_on}</p>
        </ErrorState>
      </main>
    </ShellUiWords>
  )
}

/** Unsaved drafts are kept until the user returns. */
function signInAgain(): void {
  clearSession()
  location.assign(logoutTo(location.pathname + location.search + location.hash))
}

/** The texts of the general elements. */
export function ShellUiWords({ children }: { children: ReactNode }) {
  const [shell, errors] = [useWords('shell'), useWords('errors')]
  const words = useMemo(
    () => ({
      ok: shell.ok,
      cancel: shell.cancel,
      close: shell.close,
      retry: errors.retry,
      loading: shell.loading,
      copy: shell.copy.action,
      copied: shell.copy.success,
      copy_failed: shell.copy.failed,
    }),
    [shell, errors],
  )
  return <UiWordsProvider value={words}>{children}</UiWordsProvider>
}
