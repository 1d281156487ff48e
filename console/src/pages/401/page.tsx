/** "No permission" (spec §2), with a link back; `?noGoBack` links to the dashboard, as the template does. */
import { useNavigate, useSearchParams } from 'react-router'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { StatusPicture } from '#src/ui/state/status-picture.tsx'
import { useWords } from '#src/core/words.ts'

export default function NoPermissionPage() {
  const words = useWords('shell').no_permission
  const stay = useSearchParams()[0].has('noGoBack')
  const navigate = useNavigate()
  const back = () => (stay || history.length < 2 ? navigate('/') : navigate(-1))
  return (
    <EmptyState
      heading="h1"
      picture={<StatusPicture of="no_permission" />}
      title={words.title}
      action={
        <Button variant="primary" onClick={() => void back()}>
          {words.back}
        </Button>
      }
    >
      {words.body}
    </EmptyState>
  )
}
