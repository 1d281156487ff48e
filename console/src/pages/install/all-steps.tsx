/** The overview of all steps, each with what it still lacks; users start here and return here. */
import { Link } from 'react-router'
import { useWords } from '#src/core/words.ts'
import { addressOf } from '#src/install/install-steps.ts'
import { StepMark } from '#src/install/step-mark.tsx'
import type { InstallState } from '#src/install/use-install.ts'
import { ChevronRightIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import styles from './install.module.css'

export function AllSteps({ state }: { state: InstallState }) {
  const words = useWords('install')
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} hint={words.hint} />
      <ol className={styles.list} aria-label={words.all_steps}>
        {state.steps.map(({ step, state: how, lacks }, at) => (
          <li key={step}>
            <Link className={styles.row} to={addressOf(step)}>
              <StepMark state={how} number={at + 1} />
              <span className={styles.names}>
                <strong>{words.steps[step]}</strong>
                <small data-state={how}>
                  {how === 'done'
                    ? words.states.done
                    : [
                        ...(how === 'skipped' ? [words.states.skipped] : []),
                        ...lacks.map((gap) => words.gaps[gap]),
                      ].join('；')}
                </small>
              </span>
              <ChevronRightIcon />
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}
