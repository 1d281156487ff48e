/** An area for dropping or picking a file. */
import { useId, useRef, useState, type DragEvent } from 'react'
import { StrokeIcon } from '../ui/stroke-icon.tsx'
import styles from './drop-file.module.css'
import { WhyButton } from './why-button.tsx'

type Props = {
  words: { title: string; drop: string; pick: string; limit: string }
  /** As in the `accept` attribute of a file input. */
  accept: string
  /** Why files are not accepted; undefined if they are. */
  locked: string | undefined
  /** What was wrong with the last file. */
  wrong: string | undefined
  onFiles: (files: FileList | null) => void
}

export function DropFile({ words, accept, locked, wrong, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const id = useId()

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (locked === undefined) onFiles(event.dataTransfer.files)
  }

  return (
    <div className="stack grow">
      <div
        className={`grid gap-10 text-14 ink-2 text-center round-8 on-subtle ${styles.drop}`}
        data-over={over || undefined}
        role="group"
        aria-label={words.title}
        aria-describedby={`${id}-limit`}
        onDragOver={(event) => (event.preventDefault(), setOver(locked === undefined))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <StrokeIcon
          className="ink-3"
          d="M10 12V3.5M6.5 7L10 3.5 13.5 7M4 12v4.5h12V12"
          width={28}
          height={28}
        />
        <p className="mouse-only">{words.drop}</p>
        <WhyButton why={locked} onPress={() => input.current?.click()}>
          {words.pick}
        </WhyButton>
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={words.pick}
          onChange={({ currentTarget }) => {
            const { files } = currentTarget
            onFiles(files)
            currentTarget.value = ''
          }}
        />
        <p id={`${id}-limit`} className="note">
          {words.limit}
        </p>
      </div>
      {wrong !== undefined && (
        <p className="pad-10-12 text-14 bad anywhere round-6 on-bad" role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}
