/** The end of a card: undo, and the way to the review. Nothing is saved from here at once. */
import { useForm, useFormDirty } from '#src/forms/form-context.ts'
import { useWords } from '#src/words.ts'
import styles from './network.module.css'

export function ReviewRow() {
  const words = useWords('network')
  const { locked, undo, state, fresh } = useForm()
  const dirty = useFormDirty()
  const why = locked ?? (dirty || fresh ? undefined : words.no_change)
  return (
    <div className={styles.row} data-dirty={dirty}>
      <p className={styles.said} role="status">
        {locked ?? (dirty ? words.changed : '')}
      </p>
      {dirty && (
        <button type="button" className="button" onClick={undo}>
          {words.undo}
        </button>
      )}
      <button
        type="submit"
        className="button"
        data-kind="main"
        aria-disabled={why !== undefined || state === 'saving'}
        title={why}
      >
        {words.review}
      </button>
    </div>
  )
}
