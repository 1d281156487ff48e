/** The review before a trial: old and new values, the checks, and what will happen. */
import type { ReactNode } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { CheckIcon, InfoIcon, WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { Changes } from './changes.tsx'
import styles from './review.module.css'
import type { Trial } from '#src/stores/trial.ts'

export type Check = { tone: 'good' | 'pending' | 'warn'; text: string }

type Props = {
  kind: Trial['kind']
  before: Readonly<Record<string, string>>
  after: Readonly<Record<string, string>>
  checks: readonly Check[]
  /** Length of the trial in seconds; undefined if the device has no trials. */
  seconds: number | undefined
  busy: boolean
  onStart: () => void
  onClose: () => void
}

const icons = { good: CheckIcon, pending: InfoIcon, warn: WarnIcon }

export function Review({ kind, before, after, checks, seconds, busy, onStart, onClose }: Props) {
  const [words, shell] = [useWords('network'), useWords('shell')]
  const happens = seconds === undefined ? words.happens.plain : words.happens[kind](seconds)
  return (
    <Dialog
      title={words.dialog[kind]}
      onClose={onClose}
      dismissable={!busy}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {kind === 'vpn' ? shell.cancel : words.back}
          </Button>
          <Button
            variant="primary"
            data-autofocus
            aria-busy={busy}
            aria-disabled={busy}
            onClick={() => (busy ? undefined : onStart())}
          >
            {busy ? words.starting : words.start_trial}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Changes before={before} after={after} />
        {checks.length > 0 && (
          <Part title={words.checks}>
            <ul className={`grid gap-4 text-13 ink-2 icons-16 ${styles.checks}`}>
              {checks.map(({ tone, text }) => {
                const Icon = icons[tone]
                return (
                  <li key={text} data-tone={tone}>
                    <Icon />
                    {text}
                  </li>
                )
              })}
            </ul>
          </Part>
        )}
        <Part title={words.what_happens}>
          <ol className={`grid gap-6 text-13 ink-2 ${styles.steps}`}>
            {happens.split('\n').map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </Part>
      </div>
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={`text-13 ink bold leading-15 ${styles.title}`}>{title}</h3>
      {children}
    </section>
  )
}
