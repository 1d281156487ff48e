/**
 * The device is away because somebody asked it to be: a restart, a factory restore, a snapshot brought back. It is asked silently until
 * another `boot_id` answers, and then the page goes on by itself. Kept for this tab, so that loading the page anew does not forget it.
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
  /** When it was asked to go, by this browser's clock (milliseconds since 1970). */
  since: number
  /** Which start of the device answered before; empty where it does not say: then it must first have been seen gone. */
  boot_id: string
  /** How many seconds it took the last time; null where nobody knows. */
  usual_s: number | null
  /** The snapshot that what was there became: its being there proves that it was done. Empty where there is none, or where the device does not name it. */
  snapshot: string
  /** Where its console will be, where that is another address than this page's; else empty. */
  url: string
  /** Whether nobody answered there before: then whoever does is the device. */
  url_was_free: boolean
  /** What happens then: the page stays and fetches anew, is loaded anew because the session may have ended, or gives way to the login. */
  landing: 'here' | 'reload' | 'login'
  /** What the asking has found so far. */
  seen: 'there' | 'gone' | 'back'
}

/** How long it may stay away before the page says what to look at, and how long it may go on answering before that is strange (seconds). */
export const late_after_s = 180
export const stuck_after_s = 60

/** `leaving`: it still answers. `stuck`: it still does, and should not. `late`: it should be back. */
export type Phase = 'leaving' | 'stuck' | 'away' | 'late' | 'back'

/** Where the absence stands at a moment. */
export function phaseOf({ seen, since }: Pick<PlannedRestart, 'seen' | 'since'>, now: number): Phase {
  if (seen === 'back') return 'back'
  const seconds = (now - since) / 1000
  if (seen === 'gone') return seconds > late_after_s ? 'late' : 'away'
  return seconds > stuck_after_s ? 'stuck' : 'leaving'
}

/** What one question found out. `answered` is the boot_id, empty from a device that does not say it; undefined: nobody was there. */
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
/** The password that a restore made: shown once, kept nowhere. While it has not been noted, nothing goes on. */
export const oneTimePassword = createStore<string | undefined>(undefined)

/** `undone`: it is back, and everything is as it was before (a full disk, say). */
export type Return = { why: RestartCause; outcome: 'done' | 'undone'; seconds: number }
/** The last return into this document, for a word about it. */
export const lastRestart = createStore<Return | undefined>(undefined)

let timer: ReturnType<typeof setTimeout> | undefined

/** From now on the device is away on purpose. `one_time_password`: the one that the restore made. */
export function beginRestart(
  absence: Omit<PlannedRestart, 'since' | 'seen' | 'url_was_free'>,
  one_time_password?: string,
): void {
  connectionLost.set(undefined) // it is not lost: it was sent away
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

/** Asks until the device is back. Called again by a page that was loaded while it is away. */
export function watchRestart(): void {
  probeNewAddress(plannedRestart.get()?.url ?? '')
  clearTimeout(timer)
  timer = setTimeout(() => void ask(), every_ms)
}

/** Nobody wants to wait any longer. */
export function stopWaiting(): void {
  clearTimeout(timer)
  probeNewAddress('')
  put(undefined)
}

/** The one-time password has been noted. */
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

/** At its new address the device has another session, and so the login. */
function goToNewAddress(): void {
  const absence = plannedRestart.get()
  if (!absence?.url_was_free || newAddressProbe.get().reach !== 'up' || oneTimePassword.get() !== undefined)
    return
  clearTimeout(timer)
  put(undefined)
  clearUserData()
  location.assign(`${absence.url}/login`)
}

/** Whether what was asked has been done: the session is over, or the snapshot that was made before it is there. */
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

/** Undefined when nobody answers. */
async function bootId(): Promise<string | undefined> {
  const envelope = await post<{ boot_id?: string }>('/api/utils/ping')
  return envelope?.code === code.success ? (envelope.data?.boot_id ?? '') : undefined
}

/** Plain fetch on purpose, as in away.ts: that nobody answers is what is expected here. */
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

/** What an earlier document of this tab was waiting for; older than a day it means nothing. */
function readStoredRestart(): PlannedRestart | undefined {
  const kept = parsed(sessionStorage.getItem(key))
  if (!kept || typeof kept['since'] !== 'number' || Date.now() - kept['since'] > 86_400_000) return undefined
  return kept as unknown as PlannedRestart
}

/** The return that ended the document before this one. Read once, by the frame: not by a page that only forwards to the login. An hour later it is no news. */
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
