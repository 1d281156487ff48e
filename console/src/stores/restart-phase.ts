/** A planned restart and its phases, as pure functions of the probes and the time. */
export type RestartCause = 'reboot' | 'restore' | 'bring_back' | 'erase'

export type PlannedRestart = {
  why: RestartCause
  /** When the restart was requested, by this browser's clock (milliseconds since 1970). */
  since: number
  /** The boot_id before the restart; empty where the device has none: then it must first be seen gone. */
  boot_id: string
  /** Seconds that it took the last time; null where unknown. */
  usual_s: number | null
  /**
   * The snapshot that was taken before: its existence proves that the action was carried out. Empty where
   * there is none, or where the device does not name it.
   */
  snapshot: string
  /** Origin of the console afterwards, where that is another address than this page's; else empty. */
  url: string
  /** Whether nothing answered at that address before: then an answer can only come from the device. */
  url_was_free: boolean
  /** Afterwards: stay and fetch again, reload because the session may have ended, or go to the login. */
  landing: 'here' | 'reload' | 'login'
  /** Opens the certificate of an erasure; absent otherwise. */
  token?: string
  /** What the probes have found so far. */
  seen: 'there' | 'gone' | 'back'
}

/** Seconds after which a device is overdue, and after which one that still answers has not restarted. */
export const late_after_s = 180
export const stuck_after_s = 60

/** `leaving`: it still answers. `stuck`: it still answers, long after the request. `late`: it is overdue. */
export type Phase = 'leaving' | 'stuck' | 'away' | 'late' | 'back'

/** The phase of a restart at a moment. */
export function phaseOf({ seen, since }: Pick<PlannedRestart, 'seen' | 'since'>, now: number): Phase {
  if (seen === 'back') return 'back'
  const seconds = (now - since) / 1000
  if (seen === 'gone') return seconds > late_after_s ? 'late' : 'away'
  return seconds > stuck_after_s ? 'stuck' : 'leaving'
}

/**
 * The result of one probe. `answered` is the boot_id, empty from a device that has none; undefined: no
 * answer.
 */
export function seenAfter(
  { seen, boot_id }: Pick<PlannedRestart, 'seen' | 'boot_id'>,
  answered: string | undefined,
): PlannedRestart['seen'] {
  if (seen === 'back') return seen
  if (answered === undefined) return 'gone'
  const another = boot_id !== '' && answered !== '' ? answered !== boot_id : seen === 'gone'
  return another ? 'back' : seen
}
