/** What became of the last trial. One that was taken back is told to whoever opens the page until he has read it; one that was kept, to who kept it. */
import { useState } from 'react'
import { forgetTrial, type Trial } from '#src/stores/trial.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { formatTime } from '#src/ui/time.ts'
import { useWords } from '#src/words.ts'
import styles from './trial.module.css'

const key = 'network-trial-read'

/** `live`: this page saw it end. */
export function Outcome({ trial, live }: { trial: Trial; live: boolean }) {
  const words = useWords('network')
  const [read, setRead] = useState(() => localStorage.getItem(key))
  const kept = trial.state === 'confirmed'
  if (read === trial.id || (kept ? !live : trial.state !== 'rolled_back')) return null
  const reason = trial.reason === '' ? 'silence' : trial.reason
  const Icon = kept ? CheckIcon : WarnIcon

  function dismiss() {
    localStorage.setItem(key, trial.id)
    setRead(trial.id)
    forgetTrial()
  }

  return (
    <section className={styles.outcome} data-tone={kept ? 'ok' : 'warn'} role={live ? 'alert' : undefined}>
      <Icon />
      <div>
        <h2>{kept ? words.kept : words.rolled_back[reason]}</h2>
        <p>{kept ? keptSays(trial, words) : `${words.rolled_back_says[reason]}${words.still}`}</p>
        {!kept && trial.by !== '' && (
          <p className={styles.by}>{words.begun_by(trial.by, formatTime(trial.begun_ms))}</p>
        )}
        {!kept && trial.detail !== '' && <pre aria-label={words.system_said}>{trial.detail}</pre>}
      </div>
      <Button onClick={dismiss}>{words.dismiss}</Button>
    </section>
  )
}

function keptSays({ kind, after }: Trial, words: ReturnType<typeof useWords<'network'>>): string {
  return kind === 'ipv4' ? words.kept_says.ipv4(after['ipv4'] ?? '') : words.kept_says[kind]
}
