/** The head of the installation path: back, its name, exit, and how many steps are done. */
import { Link, useLocation } from 'react-router'
import { useWords } from '../core/words.ts'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { ChevronLeftIcon } from '../ui/icons.tsx'
import { addressOf, install_path, install_steps, stepBefore, stepIn } from './install-steps.ts'
import { useInstall } from './use-install.ts'
import styles from './install-head.module.css'

export function InstallHead() {
  const words = useWords('install')
  const { pathname, search } = useLocation()
  const step = stepIn(search)
  const { data } = useInstall()
  const before = step && stepBefore(step)
  const done = data?.steps.filter(({ state }) => state === 'done').length ?? 0
  return (
    <header className={styles.head}>
      <div className={`row ${styles.row}`}>
        {pathname !== install_path || step ? (
          <Link
            className={`center ink-2 ${styles.back}`}
            to={before ? addressOf(before) : install_path}
            aria-label={before ? words.back_to(words.steps[before]) : words.all_steps}
          >
            <ChevronLeftIcon />
          </Link>
        ) : null}
        <strong className={styles.title}>{words.title}</strong>
        <ButtonLink variant="quiet" to="/dashboard">
          {words.later}
        </ButtonLink>
      </div>
      <ol className={`flex gap-4 ${styles.bars}`} aria-hidden="true">
        {install_steps.map((one) => (
          <li
            key={one}
            data-state={data?.steps.find((state) => state.step === one)?.state}
            data-now={one === step || undefined}
          />
        ))}
      </ol>
      <p className={`row spread above-4 text-13 ink-2 ${styles.where}`}>
        <span>
          {step
            ? words.step_of(install_steps.indexOf(step) + 1, install_steps.length, words.steps[step])
            : words.done_of(done, install_steps.length)}
        </span>
        {step && (
          <Link className={`inline-row ${styles.all}`} to={install_path}>
            {words.all_steps}
          </Link>
        )}
      </p>
    </header>
  )
}
