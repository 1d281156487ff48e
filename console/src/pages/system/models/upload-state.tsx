/** The progress of an upload, or why it failed and how to resume it. */
import { useWords } from '#src/core/words.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './models.module.css'
import type { Upload } from './use-upload.ts'

export function UploadState({ upload, onResume }: { upload: Upload; onResume: (file: File) => void }) {
  const words = useWords('models')
  if (upload.phase === 'idle') return null
  if (upload.phase === 'running')
    return (
      <div className={styles.upload}>
        <progress aria-label={words.uploading} max={upload.bytes} value={upload.have} />
        <span>{words.progress(bytesText(upload.have), bytesText(upload.bytes))}</span>
      </div>
    )
  const { says, said, resumable } = upload
  return (
    <div className={styles.refused} role="alert">
      <p>{says}</p>
      {said !== '' && (
        <p className={styles.said}>
          {words.said}：<q lang="en">{said}</q>
        </p>
      )}
      {resumable && <Button onClick={() => onResume(resumable)}>{words.resume}</Button>}
    </div>
  )
}
