/** Reports that a new picture failed and why, with a retry button. */
import { useState } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { CloseIcon, RefreshIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './page.module.css'
import type { Reference } from './use-reference.ts'

export function PictureNotice({ reference }: { reference: Reference }) {
  const words = useWords('camera').scene
  const close = useWords('shell').close
  const [closed, setClosed] = useState('')
  // Dismisses this failure only; a different one is shown again.
  if (reference.state !== 'failed' || closed === reference.why) return null
  return (
    <div className={`row wrap gap-8 pad-8-12 text-13 line-below on-warn ${styles.notice}`} role="alert">
      <p>
        <strong>{words.no_picture}</strong> {reference.why} {!reference.src && words.no_picture_body}
      </p>
      <Button onClick={() => void reference.take()}>
        <RefreshIcon />
        {words.retry_picture}
      </Button>
      <Button variant="quiet" aria-label={close} title={close} onClick={() => setClosed(reference.why)}>
        <CloseIcon />
      </Button>
    </div>
  )
}
