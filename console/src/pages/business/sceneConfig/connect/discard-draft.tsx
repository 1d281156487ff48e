/**
 * Gives the page a function that discards the form's draft once the camera is stored: the form itself saved
 * nothing.
 */
import { useEffect } from 'react'
import { useForm } from '#src/forms/form-context.ts'

export function DiscardDraft({ onReady }: { onReady: (undo: () => void) => void }) {
  const { undo } = useForm()
  useEffect(() => onReady(undo), [onReady, undo])
  return null
}
