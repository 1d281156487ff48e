/**
 * The network trial that this browser knows of, from the network page or from a token in this tab's storage.
 * It is polled only while it runs. The device may not answer then, so the time left is counted here.
 */
import type { Answer, NameAt } from '@parking/contract/calls.ts'
import { createStore } from '../lib/store.ts'
import { reportConnected, reportConnectionLost } from './connection-lost.ts'
import { readToken } from './session.ts'
import { dropTrialToken, storeTrialToken } from './trial-token.ts'

export type Trial = Answer<NameAt<'/api/device/get_trial'>>

export type Watched = {
  trial: Trial
  /** When the device will revert the change, by `performance.now()`. */
  ends: number
  /** Whether the address from which this page was loaded answered the last poll. */
  link: 'up' | 'down'
}

export const watched = createStore<Watched | undefined>(undefined)

const poll_interval_ms = 1_500
const timeout_ms = 2_500
let timer: ReturnType<typeof setTimeout> | undefined

/** Seconds until the device reverts the change; negative once it should have done so. */
export const secondsLeft = ({ ends }: Watched): number => (ends - performance.now()) / 1_000

/** Whether a trial is running: failed calls are then expected (connection/connection-lost-banner.tsx). */
export const trialRuns = (now: Watched | undefined): boolean => now?.trial.state === 'running'

/**
 * Records the device's answer about a trial: polls the trial while it runs, and keeps the result for the
 * page.
 */
export function recordTrial(trial: Trial, token?: string): void {
  if (token !== undefined) storeTrialToken(token)
  const before = watched.get()
  if (trial.state === 'running') {
    const ends = performance.now() + trial.left_s * 1_000
    // The device reports whole seconds: below 1.5 s a difference is rounding, and the countdown must not
    // jump.
    const steady = before?.trial.id === trial.id && Math.abs(before.ends - ends) < 1_500
    watched.set({ trial, ends: steady ? before.ends : ends, link: 'up' })
    schedulePoll()
    return
  }
  clearTimeout(timer)
  dropTrialToken()
  // The start was not answered, and the device now says that it never began.
  if (before?.trial.id === '' && !isSame(before.trial, trial)) return dismissTrial()
  if (before && (before.trial.id === '' || before.trial.id === trial.id))
    watched.set({ trial, ends: before.ends, link: 'up' })
}

const isSame = (assumed: Trial, { kind, after }: Trial): boolean =>
  assumed.kind === kind && Object.entries(assumed.after).every(([field, value]) => after[field] === value)

/**
 * Asks the device after a call about a trial was not answered, and records what it says. If it does not
 * answer either, its address may already have changed: `assumed` is then followed until it answers again.
 * Resolves to whether a trial is shown as running.
 */
export async function findTrial(assumed?: Trial): Promise<boolean> {
  const answer = await fetchTrial()
  if (answer === 'refused') return false
  if (answer !== 'away') {
    recordTrial(answer)
    return answer.state === 'running'
  }
  if (assumed === undefined) return trialRuns(watched.get())
  watched.set({ trial: assumed, ends: performance.now() + assumed.left_s * 1_000, link: 'down' })
  schedulePoll()
  return true
}

/** The user has read the result of the last trial. */
export const dismissTrial = (): void => watched.set(undefined)

/** After a reload, at the new address, in another browser: asks whether a trial is running. */
export function resumeTrial(): void {
  if (readToken() !== undefined && !watched.get()) void poll()
}

function schedulePoll(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void poll(), poll_interval_ms)
}

async function poll(): Promise<void> {
  clearTimeout(timer)
  const answer = await fetchTrial()
  const now = watched.get()
  // Once polling stops here, the page makes an ordinary call, which reports the refusal.
  if (answer === 'refused') return dismissTrial()
  if (answer !== 'away') return recordTrial(answer)
  if (!now || !trialRuns(now)) return
  if (now.link === 'up') watched.set({ ...now, link: 'down' })
  schedulePoll()
}

/** A plain fetch, because a missing answer is expected here and does not belong in the error log. */
async function fetchTrial(): Promise<Trial | 'away' | 'refused'> {
  try {
    const response = await fetch('/api/device/get_trial', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${readToken() ?? ''}` },
      body: '{}',
      signal: AbortSignal.timeout(timeout_ms),
    })
    const envelope = (await response.json()) as { code: number; data: Trial }
    reportConnected()
    return envelope.code === 0 ? envelope.data : 'refused'
  } catch {
    reportConnectionLost('network')
    return 'away'
  }
}
