/** The second question of a sample: the user types the plate without seeing what the device read. */
import { useId, useState, type FormEvent } from 'react'
import type { PlateAnswer } from '@parking/contract/accuracy/accuracy-words.ts'
import { typedPlate } from '@parking/contract/plate/plate-grammar.ts'
import { useWords } from '#src/core/words.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './judge.module.css'

type Props = {
  plate: { url: string; width: number; height: number }
  /** True if the device rejected the plate that was typed. */
  error: boolean
  busy: boolean
  onJudge: (answer: PlateAnswer, plate_number: string) => void
}

export function PlateForm({ plate, error, busy, onJudge }: Props) {
  const words = useWords('accuracy')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const wrong = missing || error

  function submit(event: FormEvent) {
    event.preventDefault()
    const number = typedPlate(typed)
    setMissing(number === '')
    if (number !== '' && !busy) onJudge('read', number)
  }
  return (
    <form className={`grid gap-10 ${styles.question}`} onSubmit={submit} noValidate>
      <h2 className="text-16 bold">{words.plate_question}</h2>
      <img
        className={styles.plate}
        src={plate.url}
        width={plate.width}
        height={plate.height}
        alt={words.plate_picture}
      />
      <div className={`row wrap gap-8 ${styles.answers}`}>
        <label className="visually-hidden" htmlFor={id}>
          {words.plate}
        </label>
        <input
          id={id}
          className={`input ${styles.input}`}
          value={typed}
          maxLength={16}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus=""
          autoFocus
          placeholder={words.plate}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-error` : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setMissing(false)
          }}
        />
        <Button type="submit" variant="primary" pending={busy}>
          {words.plate_save}
        </Button>
        <Button disabled={busy} onClick={() => onJudge('unreadable', '')}>
          {words.plate_answers.unreadable}
        </Button>
        <Button disabled={busy} onClick={() => onJudge('none', '')}>
          {words.plate_answers.none}
        </Button>
      </div>
      {wrong && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {words.plate_required}
        </p>
      )}
    </form>
  )
}
