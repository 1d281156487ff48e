/** The heading, the state of unsaved changes and errors, and the save button. */
import type { ReactNode } from 'react'
import { useWords } from '../core/words.ts'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { Button } from '../ui/button/button.tsx'
import { isSameDocument } from './model/document.ts'
import type { Editor } from './model/editor.ts'
import styles from './scene-editor.module.css'
import type { Remark } from './state/remarks.ts'
import { useEditor } from './state/editor-store.ts'

export const isDirty = ({ history, saved }: Editor): boolean => !isSameDocument(history.document, saved)

export function Head({
  heading,
  blocking,
  saving,
  locked,
  known,
  onward,
  at_once,
  onSave,
}: {
  heading: ReactNode
  /** The errors of the document, not those reported by the device. */
  blocking: readonly Remark[]
  saving: boolean
  locked: boolean
  known: boolean
  /** The next thing to draw, in the place of a save button that has nothing to save. */
  onward: { label: string; to: string } | undefined
  /** Whether saving a new scene goes there. */
  at_once: boolean
  onSave: () => void
}) {
  const words = useWords('camera').scene
  const dirty = useEditor(isDirty)
  const [errors, first] = [blocking.length, blocking[0]]
  // The button stays enabled if there are errors: pressing it shows them.
  const why = locked ? words.read_only : saving ? words.saving : !dirty && known ? words.nothing : undefined
  return (
    <div className={`row whole-row gap-12 pad-8-12 line-below on-card ${styles.head}`}>
      <div className={`row grow slim gap-8 ${styles.heading}`}>{heading}</div>
      <p
        className={`unseen-landscape ellipsis note slim ${styles.state}`}
        role="status"
        data-dirty={dirty}
        data-blocked={dirty && errors > 0}
      >
        {saving
          ? words.saving
          : dirty
            ? first
              ? words.blocked(errors, first.text)
              : words.unsaved
            : known
              ? words.all_saved
              : ''}
      </p>
      {onward && known && !dirty && !locked ? (
        <ButtonLink variant="primary" to={onward.to}>
          {onward.label}
        </ButtonLink>
      ) : (
        <Button variant="primary" aria-disabled={why !== undefined} title={why} onClick={onSave}>
          {at_once && !known ? words.onward.save : words.save}
        </Button>
      )}
    </div>
  )
}
