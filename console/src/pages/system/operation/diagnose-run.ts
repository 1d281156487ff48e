/**
 * Runs the guided diagnosis: one call per step, in order, until the first failure. It can restart at any
 * step.
 */
import { diagnose_steps as steps } from '@parking/contract/system/diagnose-steps.ts'
import { useRef, useState } from 'react'
import { call, CallError, type AnswerAt, type BodyAt } from '#src/core/api.ts'

export type Step = BodyAt<'/api/system/diagnose'>['step']
type Answer = AnswerAt<'/api/system/diagnose'>

export type StepState =
  | { kind: 'waiting' }
  | { kind: 'running' }
  | { kind: 'good' | 'failed' | 'skipped'; answer: Answer }
  /** The call to the device failed. */
  | { kind: 'unasked'; message: string }

export type Walk = {
  phase: 'new' | 'running' | 'stopped' | 'through'
  states: Record<Step, StepState>
  /** Milliseconds since 1970. */
  ended_ms: number
}

const waiting: StepState = { kind: 'waiting' }
const fresh: Walk = {
  phase: 'new',
  ended_ms: 0,
  states: {
    link: waiting,
    gateway: waiting,
    dns: waiting,
    time: waiting,
    platform: waiting,
    storage: waiting,
    cameras: waiting,
  },
}

export function useWalk(): { walk: Walk; start: (from?: Step) => void; stop: () => void } {
  const [walk, setWalk] = useState(fresh)
  const under_way = useRef<AbortController>(undefined)

  async function run(from: Step): Promise<void> {
    under_way.current?.abort()
    const { signal } = (under_way.current = new AbortController())
    const first = steps.indexOf(from)
    const put = (step: Step, state: StepState, more: Partial<Walk> = {}) =>
      signal.aborted || setWalk((now) => ({ ...now, ...more, states: { ...now.states, [step]: state } }))
    setWalk((now) => ({
      phase: 'running',
      ended_ms: 0,
      states: { ...now.states, ...Object.fromEntries(steps.slice(first).map((step) => [step, waiting])) },
    }))
    for (const step of steps.slice(first)) {
      put(step, { kind: 'running' })
      const state = await ask(step, signal)
      if (signal.aborted) return
      const ends = state.kind === 'failed' || state.kind === 'unasked'
      put(
        step,
        state,
        ends
          ? { phase: 'stopped', ended_ms: Date.now() }
          : step === 'cameras'
            ? { phase: 'through', ended_ms: Date.now() }
            : {},
      )
      if (ends) return
    }
  }

  return {
    walk,
    start: (from = 'link') => void run(from),
    stop() {
      under_way.current?.abort()
      setWalk((now) => ({
        ...now,
        phase: 'new',
        states: Object.fromEntries(
          steps.map((step) => [step, now.states[step].kind === 'running' ? waiting : now.states[step]]),
        ) as Walk['states'],
      }))
    },
  }
}

async function ask(step: Step, signal: AbortSignal): Promise<StepState> {
  try {
    const answer = await call('/api/system/diagnose', { step }, { signal, quiet: true })
    return { kind: answer.result, answer }
  } catch (error) {
    return { kind: 'unasked', message: error instanceof CallError ? error.message : '' }
  }
}
