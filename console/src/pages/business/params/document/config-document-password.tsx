/** Asks for the passphrase of a file with encrypted secrets. The file can be imported without it. */
import { useId, useState } from 'react'
import { sentenceOf } from '#src/core/errors.ts'
import { useChange } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { PasswordInput } from '#src/ui/password/password-input.tsx'
import { useWords } from '#src/core/words.ts'
import type { Previewed } from './config-document-change.tsx'
import styles from './config-document.module.css'

export function PassphraseForm({
  content,
  onUnlocked,
}: {
  content: string
  onUnlocked: (file_preview: Previewed) => void
}) {
  const [words, errors] = [useWords('config_document'), useWords('errors')]
  const [typed, setTyped] = useState('')
  const id = useId()
  const { run, running, error, issues } = useChange('/api/parking/preview_import', {
    quiet: true,
    done: onUnlocked,
  })
  const wrong = error && !running ? (issues[0] ? sentenceOf(issues[0], errors) : error.message) : ''
  return (
    <form
      className={`grid gap-10 text-14 bordered round-8 on-subtle ${styles.unlock}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== '' && !running) void run({ content, passphrase: typed })
      }}
    >
      <p id={`${id}-says`}>{words.import.unlock_says}</p>
      <div className="field">
        <label htmlFor={id}>{words.export.passphrase}</label>
        <div className={`grid gap-8 ${styles.unlock_row}`}>
          <PasswordInput
            id={id}
            autoComplete="off"
            show={words.export.show}
            hide={words.export.hide}
            value={typed}
            aria-invalid={wrong !== ''}
            aria-describedby={`${id}-says ${id}-wrong`}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" disabled={typed === ''} pending={running}>
            {words.import.unlock}
          </Button>
        </div>
        <p id={`${id}-wrong`} className="error" aria-live="polite">
          {wrong}
        </p>
      </div>
    </form>
  )
}
