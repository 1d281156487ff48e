/** Shows why connecting to a camera failed, and at which step. */
import { camera_step, type CameraStep } from '@parking/contract/core/codes.ts'
import type { CallError } from '#src/core/api.ts'
import { detailIn, reasonIn } from '#src/core/errors.ts'
import { stepIn } from '#src/lib/camera-step.ts'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './connect.module.css'

/** `steps`: the steps of this kind of camera, in order. */
export function ConnectFailure({
  error,
  steps: step_order = camera_step,
}: {
  error: CallError | undefined
  steps?: readonly CameraStep[]
}) {
  const words = useWords('camera')
  const steps = useWords('codes').camera_step
  const { reasons } = useWords('errors')
  if (!error || error.issues.length > 0) return null
  const step = stepIn(error.data)
  const reason = reasonIn(error.data)
  const detail = detailIn(error.data)
  const at = step ? step_order.indexOf(step) : -1
  return (
    <div className={`text-13 round-6 on-bad ${styles.failure}`} role="alert">
      <p className={styles.failed}>
        <WarnIcon />
        {step ? words.form.failed_at(steps[step]) : error.message}
      </p>
      {step && <p>{reason ? reasons[reason] : words.reasons[step]}</p>}
      {reason && detail !== '' && <p className="note figures anywhere">{words.form.said(detail)}</p>}
      {step && (
        <ol className={`flex wrap above-8 ${styles.steps}`}>
          {step_order.map((one, i) => (
            <li key={one} data-state={i < at ? 'passed' : i === at ? 'here' : 'untried'}>
              {steps[one]}
              <span className="visually-hidden">
                {i < at ? words.form.passed : i === at ? words.form.here : words.form.untried}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className={`note below-12 ${styles.hint}`}>{words.form.keep}</p>
    </div>
  )
}
