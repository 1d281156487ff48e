/**
 * Passes the page a function that discards the form's draft. The page calls it once the camera is stored,
 * because the form itself saves nothing.
 */
import { useEffect } from 'react'
import { useForm } from '#src/forms/form-context.ts'

export function DiscardDraft({ onReady }: { onReady: (undo: () => void) => void }) {
  const { undo } = useForm()
  useEffect(() => onReady(undo), [onReady, undo])
  return null
}
