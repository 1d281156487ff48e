/**
 * The device is away because the user requested a restart, a restore or a snapshot. It is probed until it
 * answers with another `boot_id`; then the page continues. Kept over a reload.
 * Long because a restart has one state.
 */
import type { Answer } from '@parking/contract/calls.ts'
import { code } from '@parking/contract/core/codes.ts'
import { planned_restart_key } from '../lib/planned-restart-key.ts'
import { envelopeIn } from '../lib/envelope-in.ts'
import { createStore } from '../lib/store.ts'
import { connectionLost } from './connection-lost.ts'
import { newAddressProbe, probeNewAddress } from './new-address-probe.ts'
import { clearUserData } from './clear-user-data.ts'
import { seenAfter, type PlannedRestart } from './restart-phase.ts'
import { resultMark, storeRestartResult, type RestartResult } from './restart-result.ts'
import { readToken } from './session.ts'

const probe_interval_ms = 1_000
const in_browser = typeof document !== 'undefined'

export const plannedRestart = createStore<PlannedRestart | undefined>(
  in_browser ? readStoredRestart() : undefined,
)
/**
 * The password that a restore generated: shown once, never stored. Blocks everything else until it is noted.
 */
export const oneTimePassword = createStore<string | undefined>(undefined)

/** The content of the erasure certificate. Blocks everything else until the user has stored it. */
export const erasureCertificate = createStore<Answer<'erasure_certificate'> | undefined>(undefined)

/** The last restart that ended in this document, for a toast. */
export const lastRestart = createStore<RestartResult | undefined>(undefined)

let timer: ReturnType<typeof setTimeout> | undefined

/** Called after the restart was requested. `one_time_password`: the password that the restore generated. */
export function beginRestart(
  restart: Omit<PlannedRestart, 'since' | 'seen' | 'url_was_free'>,
  one_time_password?: string,
): void {
  connectionLost.set(undefined) // not lost: the device restarts on purpose
  oneTimePassword.set(one_time_password)
  const before = newAddressProbe.get()
  put({
    ...restart,
    url_was_free: before.url === restart.url && before.reach === 'down',
    since: Date.now(),
    seen: 'there',
  })
  watchRestart()
}

/** Probes until the device is back. A page that loads meanwhile calls it again. */
export function watchRestart(): void {
  probeNewAddress(plannedRestart.get()?.url ?? '')
  clearTimeout(timer)
  timer = setTimeout(() => void probe(), probe_interval_ms)
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
  if (plannedRestart.get()?.seen === 'back') void finishRestart()
}

/**
 * Called once the user has stored the certificate: the device deletes it, and may change its address. False
 * if it has not, or does not answer here.
 */
export async function closeErasure(): Promise<boolean> {
  const { token } = plannedRestart.get() ?? {}
  const { console_url = '' } = erasureCertificate.get() ?? {}
  if (!(await post('/api/system/close_erasure', { token }))) {
    // The answer was lost: a certificate that has been closed is no longer found.
    const certificate = await post('/api/system/erasure_certificate', { token })
    if (!certificate || certificate.code === code.success) return false
  }
  erasureCertificate.set(undefined)
  put(undefined)
  clearUserData()
  location.assign(`${console_url}/login${resultMark('erase')}`)
  return true
}

async function probe(): Promise<void> {
  const answered = await bootId()
  const restart = plannedRestart.get()
  if (!restart) return
  const seen = seenAfter(restart, answered)
  if (seen !== restart.seen) put({ ...restart, seen })
  if (seen !== 'back') watchRestart()
  else if (oneTimePassword.get() === undefined) void finishRestart()
}

async function finishRestart(): Promise<void> {
  if (plannedRestart.get()?.lost && !(await learnAnswer())) return
  const restart = plannedRestart.get()
  if (!restart) return
  if (restart.token) {
    const envelope = await post<Answer<'erasure_certificate'>>('/api/system/erasure_certificate', {
      token: restart.token,
    })
    if (envelope?.code === code.success) return erasureCertificate.set(envelope.data)
  }
  const seconds = Math.max(1, Math.round((Date.now() - restart.since) / 1000))
  const back: RestartResult = {
    why: restart.why,
    seconds,
    outcome: restart.why === 'reboot' ? 'done' : await outcomeOf(restart),
  }
  connectionLost.set(undefined)
  put(undefined)
  if (restart.landing === 'here') return lastRestart.set(back)
  storeRestartResult(back)
  if (restart.landing === 'reload' || back.outcome === 'undone') return location.reload()
  clearUserData()
  location.assign('/login')
}

/**
 * Asks the device that is back for the answer that was lost. False if it does not answer yet, or if the
 * answer has a password that the user has to note first.
 */
async function learnAnswer(): Promise<boolean> {
  const { lost, ...restart } = plannedRestart.get()!
  const asked = await post<Answer<'call_outcome'>>('/api/utils/call_outcome', {
    key: lost?.key,
    age_ms: Math.ceil(Date.now() - (lost?.sent_ms ?? 0)),
  })
  if (!asked) {
    watchRestart()
    return false
  }
  const envelope = asked.data?.state === 'answered' ? envelopeIn(asked.data.answer ?? '') : undefined
  const { one_time_password, ...plan } = (envelope?.data ?? {}) as LostPlan
  put({ ...restart, ...plan })
  oneTimePassword.set(one_time_password)
  return one_time_password === undefined
}
type LostPlan = Pick<Partial<PlannedRestart>, 'snapshot' | 'token'> & { one_time_password?: string }

newAddressProbe.subscribe(goToNewAddress)

/** At its new address the browser has no session with the device, so the login comes first. */
function goToNewAddress(): void {
  const restart = plannedRestart.get()
  if (!restart?.url_was_free || newAddressProbe.get().reach !== 'up' || oneTimePassword.get() !== undefined)
    return
  clearTimeout(timer)
  put(undefined)
  clearUserData()
  location.assign(`${restart.url}/login${resultMark(restart.why)}`)
}

/** Whether the requested action was carried out: the session has ended, or the earlier snapshot exists. */
async function outcomeOf({ snapshot }: PlannedRestart): Promise<RestartResult['outcome']> {
  const envelope = await post<{ list?: { name: string }[] }>('/api/system/list_snapshots')
  if (envelope?.code !== code.success) return 'done'
  return snapshot !== '' && envelope.data?.list?.some(({ name }) => name === snapshot) ? 'done' : 'undone'
}

function put(restart: PlannedRestart | undefined): void {
  if (restart) sessionStorage.setItem(planned_restart_key, JSON.stringify(restart))
  else sessionStorage.removeItem(planned_restart_key)
  plannedRestart.set(restart)
}

/** Undefined if the device does not answer. */
async function bootId(): Promise<string | undefined> {
  const envelope = await post<{ boot_id?: string }>('/api/utils/ping')
  return envelope?.code === code.success ? (envelope.data?.boot_id ?? '') : undefined
}

/** A plain fetch, as in connection-lost.ts, because a missing answer is the expected case. */
async function post<Data>(
  path: string,
  body: object = {},
): Promise<{ code: number; data?: Data } | undefined> {
  try {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${readToken() ?? ''}` }
    const answer = await fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(4_000),
    })
    return answer.ok ? ((await answer.json()) as { code: number; data?: Data }) : undefined
  } catch {
    return undefined
  }
}

/** The restart that an earlier document of this tab waited for; discarded after a day. */
function readStoredRestart(): PlannedRestart | undefined {
  const kept = parsed(sessionStorage.getItem(planned_restart_key))
  if (!kept || typeof kept['since'] !== 'number' || Date.now() - kept['since'] > 86_400_000) return undefined
  return kept as unknown as PlannedRestart
}

function parsed(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
