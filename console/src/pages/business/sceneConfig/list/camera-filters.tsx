/** Search field and state filters; each filter button shows its count. */
import { camera_state } from '@parking/contract/core/codes.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { SearchIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './camera-filters.module.css'

type Props = {
  state: number | undefined
  text: string
  counts: AnswerAt<'/api/camera/camera_state'> | undefined
  onChange: (changes: { state?: number | undefined; text?: string | undefined }) => void
}

/** Pause in typing before the search starts. */
const pause_ms = 300

export function CameraFilters({ state, text, counts, onChange }: Props) {
  const words = useWords('camera')
  const codes = useWords('codes').camera_state
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The URL also changes by the back button and by the button that clears the filters.
  useLayoutEffect(() => {
    if (input.current && input.current.value.trim() !== text) input.current.value = text
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (value: string) => onChange({ text: value.trim() || undefined })
  /** Includes the text typed so far: a pending search would be applied to the previous URL. */
  const choose = (chosen: number | undefined) => {
    clearTimeout(timer.current)
    onChange({ state: chosen, text: input.current?.value.trim() || undefined })
  }
  const all = counts && counts.online + counts.offline + counts.error
  return (
    <div className="row wrap spread gap-12 below-16">
      <div className={styles.states} role="group" aria-label={words.filter}>
        <button
          type="button"
          className={`inline-row gap-8 text-14 ink-2 nowrap round-6 on-card ${styles.state}`}
          aria-pressed={state === undefined}
          onClick={() => choose(undefined)}
        >
          {words.all}
          <b className="ink figures">{all ?? '–'}</b>
        </button>
        {(['online', 'offline', 'error'] as const).map((word) => (
          <button
            key={word}
            type="button"
            className={`inline-row gap-8 text-14 ink-2 nowrap round-6 on-card ${styles.state}`}
            data-word={counts && counts[word] > 0 ? word : undefined}
            aria-pressed={state === camera_state[word]}
            onClick={() => choose(camera_state[word])}
          >
            {codes[word]}
            <b className="ink figures">{counts?.[word] ?? '–'}</b>
          </button>
        ))}
      </div>
      <form
        className={styles.search}
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          clearTimeout(timer.current)
          search(input.current?.value ?? '')
        }}
      >
        <SearchIcon />
        <input
          ref={input}
          className="input"
          type="search"
          aria-label={words.search}
          placeholder={words.search_hint}
          defaultValue={text}
          maxLength={64}
          onInput={(event) => {
            const { value } = event.currentTarget
            clearTimeout(timer.current)
            timer.current = setTimeout(() => search(value), pause_ms)
          }}
        />
      </form>
    </div>
  )
}
