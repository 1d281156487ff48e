/**
 * Recorded looks as new eyes would have judged them: eyes that knew nothing of the camera at the first look
 * and learned from there on. The supports come back from the evidence and the hills that made it.
 */
import { calibrate, llrOf, logitFrom, uncalibrated } from '../detect/calibrate.ts'
import { isTaken, judge } from '../eyes/judge.ts'
import type { Look, LookCalibration, LotLook } from '../look/look.ts'
import { NoRecording } from './recording.ts'

/** The looks of one camera in their order. Throws NoRecording for a look that does not say what judged it. */
export type Recalibrate = (look: Look) => Look

export function newEyes(): Recalibrate {
  let known = uncalibrated
  return (look) => {
    const { calibration, time, lots } = look
    if (!calibration) throw new NoRecording('its looks do not say by which calibration they were judged')
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
