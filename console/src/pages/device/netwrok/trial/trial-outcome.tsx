/**
 * The outcome of the last trial. A rollback is shown to every user of this browser until it is dismissed, a
 * confirmed change only on the page that saw it.
 */
import { useState } from 'react'
import { dismissTrial, type Trial } from '#src/stores/trial.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { formatTime } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import shared from './trial.module.css'
import styles from './trial-outcome.module.css'

const storage_key = 'network-trial-read'

/** `live`: this page saw the trial end. */
export function TrialOutcome({ trial, live }: { trial: Trial; live: boolean }) {
  const words = useWords('network')
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(storage_key))
  const confirmed = trial.state === 'confirmed'
  if (dismissed === trial.id || (confirmed ? !live : trial.state !== 'rolled_back')) return null
  const reason = trial.reason === '' ? 'silence' : trial.reason
  const Icon = confirmed ? CheckIcon : WarnIcon

  function dismiss() {
    localStorage.setItem(storage_key, trial.id)
    setDismissed(trial.id)
    dismissTrial()
  }

  return (
    <section
      className={styles.outcome}
      data-tone={confirmed ? 'ok' : 'warn'}
      role={live ? 'alert' : undefined}
    >
      <Icon />
      <div>
        <h2>{confirmed ? words.confirmed : words.rolled_back[reason]}</h2>
        <p>{confirmed ? confirmedText(trial, words) : `${words.rolled_back_says[reason]}${words.still}`}</p>
        {!confirmed && trial.by !== '' && (
          <p className={shared.by}>{words.started_by(trial.by, formatTime(trial.begun_ms))}</p>
        )}
        {!confirmed && trial.detail !== '' && <pre aria-label={words.system_said}>{trial.detail}</pre>}
      </div>
      <Button onClick={dismiss}>{words.dismiss}</Button>
    </section>
  )
}

function confirmedText({ kind, after }: Trial, words: ReturnType<typeof useWords<'network'>>): string {
  return kind === 'ipv4' ? words.confirmed_text.ipv4(after['ipv4'] ?? '') : words.confirmed_text[kind]
}
