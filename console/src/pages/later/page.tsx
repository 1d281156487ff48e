/** A route whose page comes with a later version says so, and where to go meanwhile. */
import { Link, useLocation } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { trailOf } from '../../routes.tsx'
import { useWords } from '../../words.ts'

export default function LaterPage() {
  const words = useWords('shell')
  const title = trailOf(useLocation().pathname).at(-1)?.title
  return (
    <>
      <PageHeader title={title ? words.routes[title] : ''} />
      <Section>
        <EmptyState
          heading="h2"
          title={words.later.title}
          action={
            <Link className="button" to="/dashboard">
              {words.later.back}
            </Link>
          }
        >
          {words.later.body}
        </EmptyState>
      </Section>
    </>
  )
}
