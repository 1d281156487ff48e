/** A planned restart and its phases, as pure functions of the probes and the time. */
export type RestartCause = 'reboot' | 'restore' | 'bring_back' | 'erase'

export type PlannedRestart = {
  why: RestartCause
  /** When the restart was requested, by this browser's clock (milliseconds since 1970). */
  since: number
  /** The boot_id before the restart; empty if the device has none: then a probe must first fail. */
  boot_id: string
  /** Duration of the last restart in seconds; null if unknown. */
  usual_s: number | null
  /**
   * The snapshot that was taken beforehand: if it exists, the action was carried out. Empty if there is none,
   * or if the device does not name it.
   */
  snapshot: string
  /** The console's origin after the restart if it differs from this page's; else empty. */
  url: string
  /** Whether nothing answered at that address before, so that an answer can only come from the device. */
  url_was_free: boolean
  /**
   * What to do afterwards: stay and fetch again, reload because the session may have ended, or open the
   * login.
   */
  landing: 'here' | 'reload' | 'login'
  /** Grants access to the certificate of an erasure; absent otherwise. */
  token?: string
  /** The request if its answer was lost: the device that is back is asked for it. `sent_ms` since 1970. */
  lost?: { key: string; sent_ms: number }
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
 * The state after one probe. `answered` is the boot_id; empty if the device has none, undefined if it did not
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
