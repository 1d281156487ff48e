/** The list of steps, in place of the menu on a desktop. */
import { Link, useLocation } from 'react-router'
import { useWords } from '../core/words.ts'
import { addressOf, install_path, install_steps, stepIn } from './install-steps.ts'
import { StepMark } from './step-mark.tsx'
import { useInstall } from './use-install.ts'
import styles from './install-index.module.css'

export function InstallIndex() {
  const words = useWords('install')
  const here = stepIn(useLocation().search)
  const { data } = useInstall()
  return (
    <nav className={styles.index} aria-label={words.all_steps}>
      <Link className={styles.title} to={install_path} aria-current={here ? undefined : 'page'}>
        {words.title}
      </Link>
      <ol className="grid gap-2">
        {install_steps.map((step, at) => {
          const state = data?.steps.find((one) => one.step === step)?.state
          return (
            <li key={step}>
              <Link to={addressOf(step)} aria-current={step === here ? 'step' : undefined}>
                <StepMark state={state} number={at + 1} />
                <span>
                  {words.steps[step]}
                  {state && <small>{words.states[state]}</small>}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
