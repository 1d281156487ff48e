/** Placeholder rows while a list or a form loads. */
import { useUiWords } from '../ui-words.tsx'
import classes from './skeleton-rows.module.css'

export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  const words = useUiWords()
  return (
    <div className={classes['rows']} role="status" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes['row']} />
      ))}
    </div>
  )
}
