/**
 * Chooses the camera calibration with which the replay judges the looks, and explains the limits of that
 * comparison.
 */
import { useId } from 'react'
import { useWords } from '#src/core/words.ts'
import { ReplayChoice } from './replay-choice.tsx'
import type { Replay } from './replay-dialog.tsx'
import styles from './replay.module.css'

export type ReplayCalibration = Replay['calibrations'][number]
const calibrations = ['recorded', 'factory'] as const satisfies readonly ReplayCalibration[]

type Props = {
  /** Calibrations that the analysis program offers; empty until it has answered. */
  offered: readonly ReplayCalibration[]
  value: ReplayCalibration
  disabled: boolean
  onChange: (value: ReplayCalibration) => void
}

export function CalibrationChoice({ offered, value, disabled, onChange }: Props) {
  const words = useWords('replay')
  const note = useId()
  const missing = offered.length > 0 && calibrations.some((one) => !offered.includes(one))
  const explanation = value === 'factory' ? words.calibration_limit : missing ? words.calibration_missing : ''
  return (
    <>
      <ReplayChoice
        label={words.calibration}
        value={value}
        options={calibrations.map((one) => ({
          value: one,
          text: words.calibrations[one],
          missing: one !== 'recorded' && !offered.includes(one),
        }))}
        disabled={disabled}
        note={explanation === '' ? undefined : note}
        onChange={onChange}
      />
      {explanation !== '' && (
        <p id={note} className={styles.note}>
          {explanation}
        </p>
      )}
    </>
  )
}
