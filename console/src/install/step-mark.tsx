/** The state of a step as a sign: a tick, a dash for one put off, else its number. */
import { CheckIcon } from '../ui/icons.tsx'
import type { StepState } from './use-install.ts'
import styles from './step-mark.module.css'

export function StepMark({ state, number }: { state: StepState['state'] | undefined; number: number }) {
  return (
    <span className={styles.mark} data-state={state} aria-hidden="true">
      {state === 'done' ? <CheckIcon /> : state === 'skipped' ? '–' : number}
    </span>
  )
}
