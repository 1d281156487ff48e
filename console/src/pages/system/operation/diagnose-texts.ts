/** Renders the finding of a step as a sentence, and the whole diagnosis as text for support. */
import type { Areas } from '#src/locales/areas.ts'
import { formatTime } from '#src/time/time.ts'
import { diagnose_steps as steps } from '@parking/contract/system/diagnose-steps.ts'
import type { Step, StepState, DiagnosisRun } from './diagnose-run.ts'

type DiagnoseWords = Areas['diagnose']

/** The page on which the fault of a step can be fixed. */
export const places: Record<Step, string> = {
  link: '/device/netwrok',
  gateway: '/device/netwrok',
  dns: '/device/netwrok',
  time: '/device/time',
  platform: '/business/params',
  storage: '/device/storage',
  cameras: '/business/sceneConfig',
}

export function sentenceOf(step: Step, state: StepState, words: DiagnoseWords): string {
  switch (state.kind) {
    case 'waiting':
    case 'running':
      return words.states[state.kind]
    case 'call_failed':
      return state.message
    default: {
      const { finding, facts } = state.answer
      return state.kind === 'good' ? words.good[step](facts) : words.found[finding](facts)
    }
  }
}

/** The remedies, the most likely first; empty without a fault. */
export function remediesOf(state: StepState, words: DiagnoseWords): readonly string[] {
  if (state.kind === 'call_failed') return words.remedy.call
  if (state.kind !== 'failed') return []
  const remedies: Partial<Record<string, readonly string[]>> = words.remedy
  return remedies[state.answer.finding] ?? []
}

const marks: Record<StepState['kind'], string> = {
  waiting: '·',
  running: '…',
  good: '✓',
  failed: '✗',
  call_failed: '✗',
  skipped: '–',
}

/**
 * The report for the clipboard: one line per step, with the code and facts, which a support desk of any
 * language understands.
 */
export function reportOf({ states, ended_ms }: DiagnosisRun, words: DiagnoseWords): string {
  const lines = steps.map((step) => {
    const state = states[step]
    const line = `${marks[state.kind]} ${words.steps[step]}：${sentenceOf(step, state, words)}`
    if (!('answer' in state)) return line
    const { finding, facts, took_ms } = state.answer
    return `${line}\n    ${finding} ${JSON.stringify(facts)} ${took_ms} ms`
  })
  return [words.report(formatTime(ended_ms || Date.now())), ...lines].join('\n')
}
