/** Where the user drops or picks a file. */
import { useId, useRef, useState, type DragEvent } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { StrokeIcon } from '#src/ui/stroke-icon.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './config-document.module.css'

type Props = {
  locked: string | undefined
  most: string
  wrong: string | undefined
  onFiles: (files: FileList | null) => void
}

export function DropFile({ locked, most, wrong, onFiles }: Props) {
  const words = useWords('config_document').import
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const id = useId()

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (locked === undefined) onFiles(event.dataTransfer.files)
  }

  return (
    <div className="stack">
      <div
        className={styles.drop}
        data-over={over || undefined}
        role="group"
        aria-label={words.title}
        aria-describedby={`${id}-limit`}
        onDragOver={(event) => (event.preventDefault(), setOver(locked === undefined))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <StrokeIcon d="M10 12V3.5M6.5 7L10 3.5 13.5 7M4 12v4.5h12V12" width={28} height={28} />
        <p className="mouse-only">{words.drop}</p>
        <WhyButton why={locked} onPress={() => input.current?.click()}>
          {words.pick}
        </WhyButton>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={words.pick}
          onChange={({ currentTarget }) => {
            const { files } = currentTarget
            onFiles(files)
            currentTarget.value = ''
          }}
        />
        <p id={`${id}-limit`} className="note">
          {words.limit(most)}
        </p>
      </div>
      {wrong !== undefined && (
        <p className={styles.failure} role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}
