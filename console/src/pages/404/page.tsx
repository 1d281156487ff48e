/** The page that is not there (spec §2), with a way home. */
import { Link } from 'react-router'
import { useStore } from '../../lib/store.ts'
import { lostPath } from '../../stores/lost-path.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWords } from '../../words.ts'
import { LostPicture } from './lost-picture.tsx'
import classes from './not-found.module.css'

export default function NotFoundPage() {
  const words = useWords('shell').not_found
  const from = useStore(lostPath)
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
