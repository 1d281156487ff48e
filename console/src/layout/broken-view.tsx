/** What stands where a page has thrown: words, a way to try again, a way home. */
import { Link } from 'react-router'
import { ErrorState } from '../ui/error-state.tsx'
import { useWords } from '../words.ts'

export function BrokenView({ retry }: { retry: () => void }) {
  const words = useWords('errors')
  const shell = useWords('shell')
  return (
    <ErrorState
      title={words.page_broken}
      retry={retry}
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
