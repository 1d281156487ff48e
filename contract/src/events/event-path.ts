/** Words for an event's path to the platform: attempts, missing clips, verdicts. */

/** upload: pictures to the object storage. deliver: the event to the platform. */
export const attempt_steps = ['upload', 'deliver'] as const
export type AttemptStep = (typeof attempt_steps)[number]

/**
 * accepted and refused are final. busy: the answer asks to retry. silent: no answer. missing: a file to be
 * sent no longer exists on the device.
 */
export const attempt_outcomes = ['accepted', 'refused', 'busy', 'silent', 'missing'] as const
export type AttemptOutcome = (typeof attempt_outcomes)[number]

/**
 * Why an event has no clip. camera: the stream could not be opened, or ended early. too_busy: the device
 * records at most two clips at once, and neither ended in time. too_late: the event was reported too late.
 * disk: no space. privacy: `privacy_protection` is on, and a clip shows everything.
 */
export const clip_absences = [
  'no_stream',
  'no_ffmpeg',
  'camera',
  'too_busy',
  'too_late',
  'disk',
  'privacy',
] as const
export type ClipAbsence = (typeof clip_absences)[number]

/** The verdict of a check. vacant, occupied: the state of the lot, regardless of what was recognised. */
export const check_verdicts = ['confirmed', 'corrected', 'vacant', 'occupied', 'discarded'] as const
export type CheckVerdict = (typeof check_verdicts)[number]
/**
 * A check in a history. `undone`: the last check that stood was taken back; the plates show what holds.
 * `typed`: a user added the event, which no camera saw; its first check records that.
 */
export const shown_verdicts = [...check_verdicts, 'undone', 'typed'] as const
export type ShownVerdict = (typeof shown_verdicts)[number]
