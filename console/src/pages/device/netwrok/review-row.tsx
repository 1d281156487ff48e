/** The end of a card: undo, and the way to the review. Nothing is saved from here at once. */
import { useForm, useFormDirty } from '#src/forms/form-context.ts'
import { useWords } from '#src/words.ts'
import { Button } from '#src/ui/button/button.tsx'
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
      {dirty && <Button onClick={undo}>{words.undo}</Button>}
      <Button
        type="submit"
        variant="primary"
        aria-disabled={why !== undefined || state === 'saving'}
        title={why}
      >
        {words.review}
      </Button>
    </div>
  )
}
