/**
 * A dialog that is open while the address has a parameter. It is drawn in the frame of the press, and the
 * address follows: navigating renders the whole page, which takes longer than the dialog.
 */
import { useEffect, useRef, useState } from 'react'
import { afterPaint } from '#src/lib/after-paint.ts'
import { useUrlState } from './use-url-state.ts'

export type UrlDialog = {
  /** The parameter; null while the dialog is closed. */
  value: string | null
  open: (value: string) => void
  close: () => void
}

/** `name`: the parameter. */
export function useUrlDialog(name: string): UrlDialog {
  const { search, change } = useUrlState()
  const shown = search.get(name)
  const [pressed, setPressed] = useState<string>()
  const cancel = useRef<() => void>(undefined)
  useEffect(() => () => cancel.current?.(), [])
  if (pressed !== undefined && shown !== null) setPressed(undefined)
  return {
    value: shown ?? pressed ?? null,
    open(value) {
      setPressed(value)
      cancel.current = afterPaint(() => change({ [name]: value }, { keepPage: true }))
    },
    close() {
      cancel.current?.()
      setPressed(undefined)
      change({ [name]: undefined }, { keepPage: true })
    },
  }
}
