/** The texts of the general elements, for views outside the layout, which otherwise provides them. */
import type { ReactNode } from 'react'
import { UiWordsProvider } from '#src/ui/ui-words.tsx'
import { useWords } from '#src/core/words.ts'

export function ShellUiWords({ children }: { children: ReactNode }) {
  const [shell, errors] = [useWords('shell'), useWords('errors')]
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
      {children}
    </UiWordsProvider>
  )
}
