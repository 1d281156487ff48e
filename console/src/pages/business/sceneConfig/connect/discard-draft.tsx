/** Lets the page forget what was typed once the camera is kept: the form itself has saved nothing. */
import { useEffect } from 'react'
import { useForm } from '#src/forms/form-context.ts'

export function Forget({ onReady }: { onReady: (undo: () => void) => void }) {
  const { undo } = useForm()
  useEffect(() => onReady(undo), [onReady, undo])
  return null
}
