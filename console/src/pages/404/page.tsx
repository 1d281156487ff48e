/** "Not found" (spec §2), with a link to the dashboard. */
import { useStore } from '#src/lib/store.ts'
import { lostPath } from '#src/stores/lost-path.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { useWords } from '#src/core/words.ts'
import { StatusPicture } from '#src/ui/state/status-picture.tsx'

export default function NotFoundPage() {
  const words = useWords('shell').not_found
  const from = useStore(lostPath)
  return (
    <EmptyState
      heading="h1"
      picture={<StatusPicture of="not_found" />}
      title={words.title}
      action={
        <ButtonLink variant="primary" to="/">
          {words.back}
        </ButtonLink>
      }
    >
      <p>{words.body}</p>
      {from && (
        <p>
          {words.path} <code className="text-13 ink-2 mono anywhere">{from}</code>
        </p>
      )}
    </EmptyState>
  )
}
