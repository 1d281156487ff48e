/**
 * The end of a form: unsaved changes, Undo and Save. Sticks to
 * the bottom of the window while there is something to save.
 */
import { useSyncExternalStore, type ReactNode } from 'react'
import { useWords } from '../core/words.ts'
import { useForm, useFormDirty } from './form-context.ts'
import { Button } from '../ui/button/button.tsx'
import styles from './form.module.css'

export type SaveBarProps = {
  /** Label of the save button; "Save" by default. */
  label?: string
  /** More buttons, before Save. */
  children?: ReactNode
}

export function SaveBar({ label, children }: SaveBarProps) {
  const { model, state, locked, fresh, undo } = useForm()
  const words = useWords('forms')
  const dirty = useFormDirty()
  const restored = useSyncExternalStore(model.subscribe, model.restored)
  const why = locked ?? (fresh || dirty ? undefined : words.nothing_to_save)
  const saving = state === 'saving'
  return (
    <div className={styles.bar} data-dirty={dirty}>
      <p className={styles.said} role="status">
        {locked ?? (saving ? words.saving : dirty ? (restored ? words.restored : words.unsaved) : '')}
      </p>
      {children}
      {dirty && !fresh && (
        <Button disabled={saving} onClick={undo}>
          {words.undo}
        </Button>
      )}
      <Button
        type="submit"
        variant="primary"
        aria-disabled={why !== undefined || saving}
        title={why}
        data-state={state}
      >
        {label ?? words.save}
      </Button>
    </div>
  )
}
