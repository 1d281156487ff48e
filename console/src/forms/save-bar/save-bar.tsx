/**
 * The end of a form that is saved: reports its unsaved changes to the one bar below the page (save-bar-view)
 * and to screen readers, and says why nothing can be saved.
 */
import { useEffect, useMemo } from 'react'
import { useWords } from '#src/core/words.ts'
import { useForm, useModelAfterPaint } from '../form-context.ts'
import styles from '../form.module.css'
import { dropForm, fetchSaveBar, isListed, isSaveKey, putForm } from './unsaved-forms.ts'

/** `label`: of the save button, where no other form of the page has changes; "Save" by default. */
export function SaveBar({ label }: { label?: string }) {
  const handle = useForm()
  const words = useWords('forms')
  const { model, id, locked } = handle
  // The key that makes the first change, or takes the last one back, is painted before the bar is.
  const changes = useModelAfterPaint(() => model.changed().length)
  const dirty = changes > 0
  const form = useMemo(() => ({ handle, label }), [handle, label])

  useEffect(() => (dirty ? putForm(form) : dropForm(form.handle.id)), [dirty, form])
  // The bar asks again by itself where the link is down now.
  useEffect(() => void fetchSaveBar().catch(() => undefined), [])
  // The browser's own "save page" is never meant here, not even with nothing to save. Where the bar is not
  // yet made, the form answers the key.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return
      event.preventDefault()
      if (!isListed(id) && model.dirty() && !event.isComposing && !event.repeat) handle.submit()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [id, model, handle])
  // A page that is left or hidden takes its form along.
  useEffect(() => () => dropForm(id), [id])

  if (locked !== undefined) return <p className={styles.locked}>{locked}</p>
  return (
    <p className="visually-hidden" role="status">
      {dirty ? words.unsaved_count(changes) : ''}
    </p>
  )
}
