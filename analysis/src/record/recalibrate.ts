/**
 * Judges recorded looks again with a fresh calibration, which knows nothing about the camera at the first
 * look and learns from there. The supports are recovered from the evidence and the mixture that produced it.
 */
import { calibrate, llrOf, logitFrom, uncalibrated } from '../detect/calibrate.ts'
import { isTaken, judge } from '../vision/judge.ts'
import type { Look, LookCalibration, LotLook } from '../look/look.ts'
import { InvalidRecordingError } from './recording.ts'

/** Takes the looks of one camera in order. Throws InvalidRecordingError for a look without a calibration. */
export type Recalibrate = (look: Look) => Look

export function createRecalibration(): Recalibrate {
  let known = uncalibrated
  return (look) => {
    const { calibration, time, lots } = look
    if (!calibration)
      throw new InvalidRecordingError('its looks do not say by which calibration they were judged')
    const logits = lots.map(({ evidence: { llr } }) =>
      llr === undefined ? undefined : logitFrom(llr, calibration),
    )
    const seen = logits.filter((logit) => logit !== undefined)
    const next = calibrate(known, seen, { time, light: calibration.light })
    known = next.known
    return { ...look, calibration: next.by, lots: lots.map((lot, at) => judgedBy(next.by, lot, logits[at])) }
  }
}

function judgedBy(by: LookCalibration, lot: LotLook, logit: number | undefined): LotLook {
  if (logit === undefined) return lot
  const llr = llrOf(logit, by)
  const { vehicle, ...rest } = lot
  return { ...rest, evidence: judge(llr, lot), ...(vehicle && isTaken(llr) && { vehicle }) }
}
