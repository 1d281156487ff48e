/** The steps of a connection test in progress: passed, current, pending. */
import { camera_step, type CameraStep } from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import styles from './connect.module.css'

export function TrySteps({ running, passed }: { running: boolean; passed: readonly CameraStep[] }) {
  const words = useWords('camera')
  const steps = useWords('codes').camera_step
  const now = camera_step.find((step) => !passed.includes(step)) ?? 'picture'
  return (
    <div className={styles.trying} data-running={running}>
      <p role="status">{running ? words.wizard.now(steps[now]) : ''}</p>
      {running && (
        <ol className={styles.steps} aria-label={words.wizard.steps}>
          {camera_step.map((step) => (
            <li key={step} data-state={passed.includes(step) ? 'passed' : step === now ? 'now' : 'untried'}>
              {steps[step]}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
