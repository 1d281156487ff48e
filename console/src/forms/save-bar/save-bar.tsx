/**
 * The end of a form that can be saved: reports its unsaved changes to the shared bar below the page
 * (save-bar-view) and to screen readers, and says why nothing can be saved.
 */
import { useEffect, useMemo } from 'react'
import { useWords } from '#src/core/words.ts'
import { useForm, useModelAfterPaint } from '../form-context.ts'
import { dropForm, fetchSaveBar, isListed, isSaveKey, putForm } from './unsaved-forms.ts'

/** `label`: the text of the save button if no other form of the page has changes; "Save" by default. */
export function SaveBar({ label }: { label?: string }) {
  const handle = useForm()
  const words = useWords('forms')
  const { model, id, locked } = handle
  // The keystroke that makes the first change, or reverts the last one, is painted before the bar.
  const changes = useModelAfterPaint(() => model.changed().length)
  const dirty = changes > 0
  const form = useMemo(() => ({ handle, label }), [handle, label])

  useEffect(() => (dirty ? putForm(form) : dropForm(form.handle.id)), [dirty, form])
  // If this download fails, the bar retries it itself.
  useEffect(() => void fetchSaveBar().catch(() => undefined), [])
  // The browser's own "save page" is never wanted here, even with nothing to save. Until the bar exists, the
  // form handles the key.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return
      event.preventDefault()
      if (!isListed(id) && model.dirty() && !event.isComposing && !event.repeat) void handle.submit()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [id, model, handle])
  // A form leaves the list when its page is left or hidden.
  useEffect(() => () => dropForm(id), [id])

  if (locked !== undefined) return <p className="note above-12">{locked}</p>
  return (
    <p className="visually-hidden" role="status">
      {dirty ? words.unsaved_count(changes) : ''}
    </p>
  )
}
