/** The page that is not there (spec §2), with a way home. */
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWords } from '../../words.ts'
import { LostPicture } from './lost-picture.tsx'
import classes from './not-found.module.css'

export default function NotFoundPage() {
  const words = useWords('shell').not_found
  const from = useSearchParams()[0].get('from')
  return (
    <div className={classes['page']}>
      <EmptyState
        heading="h1"
        picture={<LostPicture />}
        title={words.title}
        action={
          <Link className="button" data-kind="main" to="/">
            {words.back}
          </Link>
        }
      >
        <p>{words.body}</p>
        {from && (
          <p>
            {words.path} <code>{from}</code>
          </p>
        )}
      </EmptyState>
    </div>
  )
}
