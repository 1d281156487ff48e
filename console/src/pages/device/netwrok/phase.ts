/** Where a trial stands for the person in front of this page, worked out from what the device said, who answers, and the time. */
import type { Trial } from '#src/stores/trial.ts'

/** Whether somebody answers at an address; `unknown` until it has been tried, or where a browser cannot try it. */
export type Reach = 'unknown' | 'up' | 'down'

export type Phase =
  /** The change can be kept right here. */
  | 'keep'
  /** This page did not come from the old address, but its browser has no token: it was begun elsewhere. */
  | 'elsewhere'
  /** The page came from the address that goes away, and it still answers. */
  | 'leaving'
  /** The old address is gone, as it should be: it is confirmed at the new one. */
  | 'moved'
  /** The time is up, and the device is on its way back. */
  | 'returning'
  /** The time is up long since, and it is still at the new address: somebody kept the change there. */
  | 'kept_there'
  /** The time is up long since, and nobody answers anywhere. */
  | 'lost'

export type Seen = {
  trial: Trial
  /** Seconds; below zero once the time is up. */
  left: number
  link: 'up' | 'down'
  token: boolean
  old: Reach
  new: Reach
  /** The address this page came from, `http://192.168.1.10:8080`. */
  origin: string
}

/** How long after its time a device may take to be back: it changes its address, and a switch has to learn it anew. */
const grace_s = 15

export function phaseOf({ trial, left, link, token, old, new: fresh, origin }: Seen): Phase {
  if (!takesAway(trial, origin))
    return link === 'down' && left < 0 ? 'returning' : token ? 'keep' : 'elsewhere'
  if (left > 0) return link === 'up' ? 'leaving' : 'moved'
  if (left > -grace_s || link === 'up' || old === 'up') return 'returning'
  return fresh === 'up' ? 'kept_there' : 'lost'
}

/** Whether the change takes away the address that this page came from. */
export const takesAway = (
  { old_url, new_url }: Pick<Trial, 'old_url' | 'new_url'>,
  origin: string,
): boolean => old_url !== '' && old_url !== new_url && originOf(old_url) === origin

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)

/** What differs, field by field, in the order of `before`. */
export type Row = { name: string; before: string; after: string; changed: boolean }

export const rowsOf = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Row[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => {
    const [was, becomes] = [before[name] ?? '', after[name] ?? '']
    return { name, before: was, after: becomes, changed: was !== becomes }
  })
