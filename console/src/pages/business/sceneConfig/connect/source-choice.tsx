/** The video sources of a device with several lenses or channels: one of them is added as a camera. */
import { useId } from 'react'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { CameraPicture } from '../camera/camera-picture.tsx'
import styles from './source-choice.module.css'
import type { Tried } from './use-try.ts'

export type SourceFound = NonNullable<Tried['sources']>[number]

export function SourceChoice({
  sources,
  chosen,
  running,
  onChoose,
}: {
  sources: readonly SourceFound[]
  chosen: string
  running: boolean
  onChoose: (source: SourceFound) => void
}) {
  const { sources: words } = useWords('camera').notes
  const id = useId()
  return (
    <fieldset className={styles.sources}>
      <legend className="text-14 bold">{words.title(sources.length)}</legend>
      <p className="note below-12">{words.hint}</p>
      <div className={`grid gap-8 ${styles.list}`}>
        {sources.map((source, at) => (
          <label key={source.source_token} className="bordered round-6 pad-8-12 pointer">
            <span className={`relative clip round-6 ${styles.frame}`}>
              {source.picture === '' ? (
                <span className="note">{words.no_picture}</span>
              ) : (
                <CameraPicture src={source.picture} alt={words.of(source.name)} />
              )}
            </span>
            <span className="row gap-8">
              <input
                type="radio"
                name={id}
                checked={source.source_token === chosen}
                disabled={running || source.known}
                aria-describedby={`${id}-${at}`}
                onChange={() => onChoose(source)}
              />
              <strong className="anywhere">{source.name}</strong>
              {source.known && <StatusTag tone="ok">{words.known}</StatusTag>}
            </span>
            <span id={`${id}-${at}`} className="note figures">
              {source.width > 0 ? `${source.width}×${source.height}` : ''}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
