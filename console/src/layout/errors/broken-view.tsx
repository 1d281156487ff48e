/** Shown in place of a page that threw: a sentence, a retry button and a link home. */
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { useWords } from '#src/core/words.ts'

export function BrokenView({ retry }: { retry: () => void }) {
  const words = useWords('errors')
  const shell = useWords('shell')
  return (
    <ErrorState
      title={words.page_broken}
      retry={retry}
      action={
        <ButtonLink to="/dashboard" reloadDocument>
          {shell.not_found.back}
        </ButtonLink>
      }
    >
      {words.page_broken_hint}
    </ErrorState>
  )
}
