/**
 * The guided diagnosis: shows each step as it runs, stops at the first fault, and names the remedy and the
 * contact.
 * Long because each row shows a step of one run.
 */
import { diagnose_steps as steps } from '@parking/contract/system/diagnose-steps.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { copy } from '#src/ui/copy-text.tsx'
import { StrokeIcon } from '#src/ui/stroke-icon.tsx'
import { CheckIcon, CloseIcon, CopyIcon, RefreshIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import type { Areas } from '#src/locales/areas.ts'
import { formatTime } from '#src/time/time.ts'
import { useDiagnosis, type Step, type StepState, type DiagnosisRun } from './diagnose-run.ts'
import styles from './diagnose.module.css'

export function DiagnosePanel() {
  const [words, errors] = [useWords('diagnose'), useWords('errors').messages]
  const may = useMayWork()
  const { run, start, stop } = useDiagnosis()
  const has_ended = run.phase === 'stopped' || run.phase === 'finished'
  return (
    <Section
      title={words.title}
      hint={words.hint}
      action={
        <>
          {has_ended && (
            <Button
              onClick={() =>
                void copy(reportOf(run, words)).then((done) =>
                  done ? toast.success(words.copied) : toast.error(errors.copy_failed),
                )
              }
            >
              <CopyIcon />
              {words.copy}
            </Button>
          )}
          {run.phase === 'running' ? (
            <Button onClick={stop}>{words.stop}</Button>
          ) : (
            <WhyButton variant="primary" why={may ? undefined : words.role} onPress={() => start()}>
              {has_ended && <RefreshIcon />}
              {has_ended ? words.again : words.start}
            </WhyButton>
          )}
        </>
      }
    >
      <Verdict run={run} />
      <ol>
        {steps.map((step) => (
          <StepRow key={step} step={step} state={run.states[step]} again={() => start(step)} />
        ))}
      </ol>
    </Section>
  )
}

/** The result for screen readers. */
function Verdict({ run: { phase, states } }: { run: DiagnosisRun }) {
  const words = useWords('diagnose')
  const now = steps.find((step) => states[step].kind === 'running')
  const skipped = steps.filter((step) => states[step].kind === 'skipped')
  const bad = steps.find((step) => ['failed', 'call_failed'].includes(states[step].kind))
  return (
    <p
      className={`below-16 ink-2 leading-16 ${styles.verdict}`}
      role="status"
      data-tone={phase === 'stopped' ? 'bad' : phase === 'finished' ? 'ok' : undefined}
    >
      {phase === 'new' && words.not_yet}
      {phase === 'running' && now && words.running(words.steps[now], steps.indexOf(now) + 1, steps.length)}
      {phase === 'stopped' && bad && <strong>{words.stopped_at(words.steps[bad])}</strong>}
      {phase === 'finished' && (
        <>
          <strong>{skipped.length > 0 ? words.no_fault : words.all_good}</strong>{' '}
          {skipped.length > 0
            ? words.passed_over(skipped.map((step) => words.steps[step]).join('、'))
            : words.all_good_says}
        </>
      )}
    </p>
  )
}

function StepRow({ step, state, again }: { step: Step; state: StepState; again: () => void }) {
  const words = useWords('diagnose')
  const remedies = remediesOf(state, words)
  const shown = state.kind === 'call_failed' ? 'failed' : state.kind
  return (
    <li
      className={styles.step}
      data-state={shown}
      aria-current={state.kind === 'running' ? 'step' : undefined}
    >
      <span className={`center circle ${styles.mark}`} aria-hidden="true">
        <Mark state={shown} />
      </span>
      <div>
        <p className={`flex wrap ${styles.line}`}>
          <span className={`rigid bold ${styles.name}`}>{words.steps[step]}</span>
          <span className="visually-hidden">{words.states[shown]}</span>
          {state.kind !== 'waiting' && (
            <span className={`slim ink-2 figures anywhere ${styles.found}`}>
              {sentenceOf(step, state, words)}
            </span>
          )}
        </p>
        {remedies.length > 0 && (
          <div className={`pad-12-16 bordered round-6 on-subtle leading-16 ${styles.remedy}`}>
            <p className="bold">{words.what_to_do}</p>
            <ul>
              {remedies.map((remedy) => (
                <li key={remedy}>{remedy}</li>
              ))}
            </ul>
            {state.kind === 'failed' && (
              <p className="above-8 ink-2">
                {words.who}：<strong>{words.calls[step]}</strong>
              </p>
            )}
            <div className="flex wrap gap-8 above-12">
              <Button onClick={again}>
                <RefreshIcon />
                {words.from_here}
              </Button>
              {state.kind === 'failed' && (
                <ButtonLink variant="quiet" to={places[step]}>
                  {words.go[step]}
                </ButtonLink>
              )}
            </div>
          </div>
        )}
      </div>
      {'answer' in state && (
        <span className={`note figures nowrap ${styles.took}`}>{words.took(state.answer.took_ms)}</span>
      )}
    </li>
  )
}

function Mark({ state }: { state: 'waiting' | 'running' | 'good' | 'failed' | 'skipped' }) {
  if (state === 'good') return <CheckIcon />
  if (state === 'failed') return <CloseIcon />
  if (state === 'skipped') return <StrokeIcon d="M5.5 10h9" />
  return null
}

type DiagnoseWords = Areas['diagnose']

/** The page on which the fault of a step can be fixed. */
const places: Record<Step, string> = {
  link: '/device/netwrok',
  gateway: '/device/netwrok',
  dns: '/device/netwrok',
  time: '/device/time',
  platform: '/business/params',
  storage: '/device/storage',
  cameras: '/business/sceneConfig',
}

/** Renders the finding of a step as a sentence, and the whole diagnosis as text for support. */
function sentenceOf(step: Step, state: StepState, words: DiagnoseWords): string {
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
function remediesOf(state: StepState, words: DiagnoseWords): readonly string[] {
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
function reportOf({ states, ended_ms }: DiagnosisRun, words: DiagnoseWords): string {
  const lines = steps.map((step) => {
    const state = states[step]
    const line = `${marks[state.kind]} ${words.steps[step]}：${sentenceOf(step, state, words)}`
    if (!('answer' in state)) return line
    const { finding, facts, took_ms } = state.answer
    return `${line}\n    ${finding} ${JSON.stringify(facts)} ${took_ms} ms`
  })
  return [words.report(formatTime(ended_ms || Date.now())), ...lines].join('\n')
}
