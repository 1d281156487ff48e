/** The steps of a test in order: passed with their duration, current, and failed. */
import type { StorageStep } from '@parking/contract/storage/storage.ts'
import { CheckIcon, CloseIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './storage-test.module.css'

export type StepResult = { step: StorageStep; state: 'passed' | 'failed' | 'now' | 'untried'; ms?: number }

export function TestSteps({ steps }: { steps: readonly StepResult[] }) {
  const words = useWords('object_storage')
  return (
    <ol className={styles.steps} aria-label={words.step_list}>
      {steps.map(({ step, state, ms }) => (
        <li key={step} data-state={state}>
          <span className={styles.mark} aria-hidden="true">
            {state === 'passed' ? <CheckIcon /> : state === 'failed' ? <CloseIcon /> : null}
          </span>
          <span>
            {words.steps[step]}
            {state !== 'now' && <span className="visually-hidden">：{words[state]}</span>}
          </span>
          <small>{ms === undefined ? '' : words.ms(ms)}</small>
        </li>
      ))}
    </ol>
  )
}
