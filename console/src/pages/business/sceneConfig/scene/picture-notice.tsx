/** Says that there is no new picture, why, and lets one try again. */
import { RefreshIcon } from '../../../../ui/icons.tsx'
import { useWords } from '../../../../words.ts'
import styles from './page.module.css'
import type { Reference } from './use-reference.ts'

export function PictureNotice({ reference }: { reference: Reference }) {
  const words = useWords('camera').scene
  if (reference.state !== 'failed') return null
  return (
    <div className={styles.notice} role="alert">
      <p>
        <strong>{words.no_picture}</strong> {reference.why} {!reference.src && words.no_picture_body}
      </p>
      <button type="button" className="button" onClick={() => void reference.take()}>
        <RefreshIcon />
        {words.retry_picture}
      </button>
    </div>
  )
}
