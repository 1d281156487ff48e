/** Words of an event's way to the platform: what was tried, why there is no clip, and what somebody who checked it may say. */

/** upload: its pictures into the storage. deliver: the event to the platform. */
export const attempt_steps = ['upload', 'deliver'] as const
export type AttemptStep = (typeof attempt_steps)[number]

/** accepted and refused are final. busy: answered, but not now. silent: no answer. missing: what was to be sent is gone from the box. */
export const attempt_outcomes = ['accepted', 'refused', 'busy', 'silent', 'missing'] as const
export type AttemptOutcome = (typeof attempt_outcomes)[number]

/**
 * Why an event that should have a clip has none. camera: its stream could not be opened, or broke off. too_busy: two clips at once are all the box records, and this one's turn did not come in time.
 * too_late: the event was long over when it was heard of. disk: no room. privacy: `privacy_protection` was on, and a clip would show everything.
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

/** What somebody who looked at an event says. vacant, occupied: of the lot, whatever was read. */
export const check_verdicts = ['confirmed', 'corrected', 'vacant', 'occupied', 'discarded'] as const
export type CheckVerdict = (typeof check_verdicts)[number]
