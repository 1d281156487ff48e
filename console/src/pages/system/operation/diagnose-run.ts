/**
 * Runs the guided diagnosis: one call per step, in order, until the first failure. It can restart at any
 * step.
 */
import { diagnose_steps as steps } from '@parking/contract/system/diagnose-steps.ts'
import { useRef, useState } from 'react'
import { call, outcomeOf, type AnswerAt, type BodyAt } from '#src/core/api.ts'

export type Step = BodyAt<'/api/system/diagnose'>['step']
type Answer = AnswerAt<'/api/system/diagnose'>

export type StepState =
  | { kind: 'waiting' }
  | { kind: 'running' }
  | { kind: 'good' | 'failed' | 'skipped'; answer: Answer }
  /** The call to the device failed, so the step has no result. */
  | { kind: 'call_failed'; message: string }

export type DiagnosisRun = {
  phase: 'new' | 'running' | 'stopped' | 'finished'
  states: Record<Step, StepState>
  /** Milliseconds since 1970. */
  ended_ms: number
}

const waiting: StepState = { kind: 'waiting' }
const fresh: DiagnosisRun = {
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

export function useDiagnosis(): { run: DiagnosisRun; start: (from?: Step) => void; stop: () => void } {
  const [run, setRun] = useState(fresh)
  const current_run = useRef<AbortController>(undefined)

  async function runFrom(from: Step): Promise<void> {
    current_run.current?.abort()
    const { signal } = (current_run.current = new AbortController())
    const first = steps.indexOf(from)
    const put = (step: Step, state: StepState, more: Partial<DiagnosisRun> = {}) =>
      signal.aborted || setRun((now) => ({ ...now, ...more, states: { ...now.states, [step]: state } }))
    setRun((now) => ({
      phase: 'running',
      ended_ms: 0,
      states: { ...now.states, ...Object.fromEntries(steps.slice(first).map((step) => [step, waiting])) },
    }))
    for (const step of steps.slice(first)) {
      put(step, { kind: 'running' })
      const state = await ask(step, signal)
      if (signal.aborted) return
      const ends = state.kind === 'failed' || state.kind === 'call_failed'
      put(
        step,
        state,
        ends
          ? { phase: 'stopped', ended_ms: Date.now() }
          : step === 'cameras'
            ? { phase: 'finished', ended_ms: Date.now() }
            : {},
      )
      if (ends) return
    }
  }

  return {
    run,
    start: (from = 'link') => void runFrom(from),
    stop() {
      current_run.current?.abort()
      setRun((now) => ({
        ...now,
        phase: 'new',
        states: Object.fromEntries(
          steps.map((step) => [step, now.states[step].kind === 'running' ? waiting : now.states[step]]),
        ) as DiagnosisRun['states'],
      }))
    },
  }
}

async function ask(step: Step, signal: AbortSignal): Promise<StepState> {
  const { answer, error } = await outcomeOf(
    call('/api/system/diagnose', { step }, { signal, quiet: true, repeatable: true }),
  )
  return error ? { kind: 'call_failed', message: error.message } : { kind: answer.result, answer }
}
