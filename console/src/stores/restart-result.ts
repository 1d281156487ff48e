/**
 * How a planned restart ended, passed from one document to the next: shown by the login, and by the console
 * after the sign-in. Another address has separate storage, so a mark in the URL fragment carries the result
 * there.
 */
import type { RestartCause } from './restart-phase.ts'

/** `undone`: the device is back but unchanged (for example because of a full disk). */
export type RestartResult = { why: RestartCause; outcome: 'done' | 'undone'; seconds: number }

const key = 'came-back'
const max_age_ms = 3_600_000
const mark = '#came-back='

export const resultMark = (why: RestartCause): string => `${mark}${why}`

export const storeRestartResult = (result: RestartResult): void =>
  sessionStorage.setItem(key, JSON.stringify({ ...result, at: Date.now() }))

/** The restart that ended before this document, at most an hour ago. */
export function readRestartResult(): RestartResult | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as (RestartResult & { at: number }) | null
    return kept && Date.now() - kept.at < max_age_ms ? kept : undefined
  } catch {
    return undefined
  }
}

/** Reads it once and removes it; called by the frame, not by a page that only redirects to the login. */
export function takeRestartResult(): RestartResult | undefined {
  const result = readRestartResult()
  sessionStorage.removeItem(key)
  return result
}

/** The action that was carried out just before this login; removes the mark from the address. */
export function takeCompletedCause(): RestartCause | undefined {
  const result = readRestartResult()
  if (!location.hash.startsWith(mark)) return result?.outcome === 'done' ? result.why : undefined
  const why = location.hash.slice(mark.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  return why === 'restore' || why === 'bring_back' || why === 'reboot' || why === 'erase' ? why : undefined
}
