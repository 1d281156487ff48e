/**
 * The network change on trial that this browser knows of. It is asked after only while one runs: the page of the network, or a token in this
 * tab's storage, is where the knowledge comes from, so that no other page pays for it. While the device is on its way nobody answers, and
 * that is expected: the time left is then counted here, by the browser's own steady clock.
 */
import type { AnswerAt } from '../api.ts'
import { createStore } from '../lib/store.ts'
import { reportConnected, reportConnectionLost } from './connection-lost.ts'
import { readToken } from './session.ts'
import { dropTrialToken, keepTrialToken, readTrialToken } from './trial-token.ts'

export type Trial = AnswerAt<'/api/device/get_trial'>

export type Watched = {
  trial: Trial
  /** When the device goes back by itself, by `performance.now()`. */
  ends: number
  /** Whether the address that this page came from answered the last time it was asked. */
  link: 'up' | 'down'
}

export const watched = createStore<Watched | undefined>(undefined)

const pause_ms = 1_500
const patience_ms = 2_500
let timer: ReturnType<typeof setTimeout> | undefined

/** Seconds until the device goes back by itself; below zero once it should have. */
export const secondsLeft = ({ ends }: Watched): number => (ends - performance.now()) / 1_000

/** Whether a call is known to be on its way out: its failures are no news (layout/away-banner.tsx). */
export const trialRuns = (now: Watched | undefined): boolean => now?.trial.state === 'running'

/** Tells what the device says of a trial: it is followed while it runs, and its end is kept for the page to tell. */
export function noteTrial(trial: Trial, token?: string): void {
  if (token !== undefined) keepTrialToken(token)
  const before = watched.get()
  if (trial.state === 'running') {
    const told = performance.now() + trial.left_s * 1_000
    // The device tells whole seconds: a second more or less is no news, and the count must not jump to and fro.
    const steady = before?.trial.id === trial.id && Math.abs(before.ends - told) < 1_500
    watched.set({ trial, ends: steady ? before.ends : told, link: 'up' })
    plan()
    return
  }
  clearTimeout(timer)
  dropTrialToken()
  if (before?.trial.id === trial.id) watched.set({ trial, ends: before.ends, link: 'up' })
}

/** What was told of the last trial has been read. */
export const forgetTrial = (): void => watched.set(undefined)

/** After a reload, or at the new address: this tab holds a token, so there is something to ask after. */
export function resumeTrial(): void {
  if (readTrialToken() !== undefined && readToken() !== undefined && !watched.get()) void look()
}

function plan(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void look(), pause_ms)
}

async function look(): Promise<void> {
  clearTimeout(timer)
  const said = await ask()
  const now = watched.get()
  // Whatever it was, an ordinary call knows what to do about it: the page makes one as soon as nothing is followed here.
  if (said === 'refused') return forgetTrial()
  if (said !== 'away') return noteTrial(said)
  if (!now || !trialRuns(now)) return
  if (now.link === 'up') watched.set({ ...now, link: 'down' })
  plan()
}

/** Plain fetch on purpose: that nobody answers is expected here, and no error for the error log. */
async function ask(): Promise<Trial | 'away' | 'refused'> {
  try {
    const response = await fetch('/api/device/get_trial', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${readToken() ?? ''}` },
      body: '{}',
      signal: AbortSignal.timeout(patience_ms),
    })
    const envelope = (await response.json()) as { code: number; data: Trial }
    reportConnected()
    return envelope.code === 0 ? envelope.data : 'refused'
  } catch {
    reportConnectionLost('network')
    return 'away'
  }
}
