/** The state of a step as a symbol: a tick, a dash if it was put off, else its number. */
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
