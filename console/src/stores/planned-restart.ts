/**
 * The device is away because the user asked for it: a restart, a factory restore, a snapshot. It is probed
 * silently until it answers with another `boot_id`; then the page continues. Stored for this tab, so that a
 * reload does not lose it.
 */
import { code } from '@parking/contract/core/codes.ts'
import { createStore } from '../lib/store.ts'
import { connectionLost } from './connection-lost.ts'
import { newAddressProbe, probeNewAddress } from './new-address-probe.ts'
import { clearUserData } from './clear-user-data.ts'
import { readToken } from './session.ts'

export type RestartCause = 'reboot' | 'restore' | 'bring_back'

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

const [key, done_key] = ['coming-back', 'came-back']
const every_ms = 1_000
const in_browser = typeof document !== 'undefined'

export const plannedRestart = createStore<PlannedRestart | undefined>(
  in_browser ? readStoredRestart() : undefined,
)
/** The password that a restore generated: shown once, never stored. Nothing continues before it was noted. */
export const oneTimePassword = createStore<string | undefined>(undefined)

/** `undone`: the device is back but unchanged (because of a full disk, say). */
export type Return = { why: RestartCause; outcome: 'done' | 'undone'; seconds: number }
/** The last restart that ended in this document, for a toast. */
export const lastRestart = createStore<Return | undefined>(undefined)

let timer: ReturnType<typeof setTimeout> | undefined

/** The restart was requested. `one_time_password`: the one that the restore generated. */
export function beginRestart(
  absence: Omit<PlannedRestart, 'since' | 'seen' | 'url_was_free'>,
  one_time_password?: string,
): void {
  connectionLost.set(undefined) // not lost: it restarts on purpose
  oneTimePassword.set(one_time_password)
  const before = newAddressProbe.get()
  put({
    ...absence,
    url_was_free: before.url === absence.url && before.reach === 'down',
    since: Date.now(),
    seen: 'there',
  })
  watchRestart()
}

/** Probes until the device is back. Called again by a page that loads meanwhile. */
export function watchRestart(): void {
  probeNewAddress(plannedRestart.get()?.url ?? '')
  clearTimeout(timer)
  timer = setTimeout(() => void ask(), every_ms)
}

/** The user stops waiting. */
export function stopWaiting(): void {
  clearTimeout(timer)
  probeNewAddress('')
  put(undefined)
}

/** The user has noted the one-time password. */
export function confirmPasswordNoted(): void {
  oneTimePassword.set(undefined)
  goToNewAddress()
  if (plannedRestart.get()?.seen === 'back') void land()
}

async function ask(): Promise<void> {
  const answered = await bootId()
  const absence = plannedRestart.get()
  if (!absence) return
  const seen = seenAfter(absence, answered)
  if (seen !== absence.seen) put({ ...absence, seen })
  if (seen !== 'back') watchRestart()
  else if (oneTimePassword.get() === undefined) void land()
}

async function land(): Promise<void> {
  const absence = plannedRestart.get()
  if (!absence) return
  const seconds = Math.max(1, Math.round((Date.now() - absence.since) / 1000))
  const back: Return = {
    why: absence.why,
    seconds,
    outcome: absence.why === 'reboot' ? 'done' : await outcomeOf(absence),
  }
  connectionLost.set(undefined)
  put(undefined)
  if (absence.landing === 'here') return lastRestart.set(back)
  sessionStorage.setItem(done_key, JSON.stringify({ ...back, at: Date.now() }))
  if (absence.landing === 'reload' || back.outcome === 'undone') return location.reload()
  clearUserData()
  location.assign('/login')
}

newAddressProbe.subscribe(goToNewAddress)

/** At its new address the device has another session, so its login comes first. */
function goToNewAddress(): void {
  const absence = plannedRestart.get()
  if (!absence?.url_was_free || newAddressProbe.get().reach !== 'up' || oneTimePassword.get() !== undefined)
    return
  clearTimeout(timer)
  put(undefined)
  clearUserData()
  location.assign(`${absence.url}/login`)
}

/** Whether the action was carried out: the session has ended, or the snapshot taken before it exists. */
async function outcomeOf({ snapshot }: PlannedRestart): Promise<Return['outcome']> {
  const envelope = await post<{ list?: { name: string }[] }>('/api/system/list_snapshots')
  if (envelope?.code !== code.success) return 'done'
  return snapshot !== '' && envelope.data?.list?.some(({ name }) => name === snapshot) ? 'done' : 'undone'
}

function put(absence: PlannedRestart | undefined): void {
  if (absence) sessionStorage.setItem(key, JSON.stringify(absence))
  else sessionStorage.removeItem(key)
  plannedRestart.set(absence)
}

/** Undefined when the device does not answer. */
async function bootId(): Promise<string | undefined> {
  const envelope = await post<{ boot_id?: string }>('/api/utils/ping')
  return envelope?.code === code.success ? (envelope.data?.boot_id ?? '') : undefined
}

/** Plain fetch on purpose, as in connection-lost.ts: no answer is the expected case. */
async function post<Data>(path: string): Promise<{ code: number; data?: Data } | undefined> {
  try {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${readToken() ?? ''}` }
    const answer = await fetch(path, {
      method: 'POST',
      headers,
      body: '{}',
      signal: AbortSignal.timeout(4_000),
    })
    return answer.ok ? ((await answer.json()) as { code: number; data?: Data }) : undefined
  } catch {
    return undefined
  }
}

/** What an earlier document of this tab waited for; discarded after a day. */
function readStoredRestart(): PlannedRestart | undefined {
  const kept = parsed(sessionStorage.getItem(key))
  if (!kept || typeof kept['since'] !== 'number' || Date.now() - kept['since'] > 86_400_000) return undefined
  return kept as unknown as PlannedRestart
}

/**
 * The restart that ended the previous document. Read once, by the frame and not by a page that only redirects
 * to the login. Discarded after an hour.
 */
export function takeRestartResult(): Return | undefined {
  const kept = parsed(sessionStorage.getItem(done_key))
  sessionStorage.removeItem(done_key)
  return kept && typeof kept['at'] === 'number' && Date.now() - kept['at'] < 3_600_000
    ? (kept as unknown as Return)
    : undefined
}

function parsed(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
