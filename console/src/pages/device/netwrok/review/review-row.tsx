/** The buttons of a settings card: undo and review. A change cannot be saved without a review. */
import { useForm, useFormDirty } from '#src/forms/form-context.ts'
import { useWords } from '#src/core/words.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './review-row.module.css'

export function ReviewRow() {
  const words = useWords('network')
  const { locked, undo, state, fresh } = useForm()
  const dirty = useFormDirty()
  const why = locked ?? (dirty || fresh ? undefined : words.no_change)
  return (
    <div className={`row wrap to-end gap-8-12 above-8 ${styles.row}`} data-dirty={dirty}>
      <p className={`note leading-15 ${styles.state}`} role="status">
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
