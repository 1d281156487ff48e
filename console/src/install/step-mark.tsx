/** The state of a step as a symbol: a tick, a dash if it was put off, else its number. */
import { CheckIcon } from '../ui/icons.tsx'
import type { StepState } from './use-install.ts'
import styles from './step-mark.module.css'

export function StepMark({ state, number }: { state: StepState['state'] | undefined; number: number }) {
  return (
    <span
      className={`ticked center rigid text-13 ink-2 bold figures circle icons-16 ${styles.mark}`}
      data-state={state}
      aria-hidden="true"
    >
      {state === 'done' ? <CheckIcon /> : state === 'skipped' ? '–' : number}
    </span>
  )
}
