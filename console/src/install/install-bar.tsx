/**
 * The one bar of the installation path: what the step lacks, its tests, and the button to the next step. It
 * makes room for the save bar while a form of the step has unsaved changes.
 */
import type { InstallGap, HandoverResult } from '@parking/contract/handover/handover.ts'
import { tests_of_step, type HandoverTest } from '@parking/contract/handover/install-steps.ts'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useChange } from '../core/queries.ts'
import { useWords } from '../core/words.ts'
import { unsaved_forms } from '../forms/save-bar/unsaved-forms.ts'
import { useMayWork } from '../forms/use-may.ts'
import { useStore } from '../lib/store.ts'
import { Button } from '../ui/button/button.tsx'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { addressOf, nextStep, stepIn, type InstallStep } from './install-steps.ts'
import { testText } from './test-text.ts'
import { useInstall, type InstallState } from './use-install.ts'
import styles from './install-bar.module.css'

export function InstallBar() {
  const step = stepIn(useLocation().search)
  const { data, refetch } = useInstall()
  const unsaved = useStore(unsaved_forms).length > 0
  if (!data || unsaved) return null
  return step ? (
    <StepBar key={step} step={step} state={data} refresh={async () => (await refetch()).data} />
  ) : (
    <StartBar state={data} />
  )
}

/** The bar of the first page: leads to the first open step. */
function StartBar({ state }: { state: InstallState }) {
  const words = useWords('install')
  const open =
    state.steps.find((one) => one.state === 'open') ?? state.steps.find((one) => one.lacks.length > 0)
  const begun = state.steps.some((one) => one.state !== 'open')
  return (
    <footer className={`grid gap-8 line-above on-card ${styles.bar}`}>
      <div className={`flex gap-10 ${styles.buttons}`}>
        <ButtonLink variant="primary" to={addressOf(open?.step ?? 'handover')}>
          {open ? (begun ? words.go_on(words.steps[open.step]) : words.begin) : words.steps.handover}
        </ButtonLink>
      </div>
    </footer>
  )
}

/** The gaps that no test can close: the user has to enter something. */
const missingIn = (lacks: readonly InstallGap[]): readonly InstallGap[] =>
  lacks.filter((gap) => gap !== 'untested' && gap !== 'failed')

function StepBar({
  step,
  state,
  refresh,
}: {
  step: InstallStep
  state: InstallState
  /** Reads the state again. */
  refresh: () => Promise<InstallState | undefined>
}) {
  const [words, diagnose] = [useWords('install'), useWords('diagnose')]
  const navigate = useNavigate()
  const may = useMayWork()
  const { running, results, run } = useStepTests(step)
  const put_off = useChange('/api/system/put_off_step', { refresh: ['/api/system/install_state'] })
  const [pressed, setPressed] = useState(false)
  const [checking, setChecking] = useState(false)
  const own = state.steps.find((one) => one.step === step)
  const lacks = own?.lacks ?? []
  const missing = missingIn(lacks)
  const next = nextStep(step)
  const failed = results?.filter(({ result }) => result === 'failed') ?? []
  const goOn = () => void navigate(next ? addressOf(next) : '/dashboard')

  // "Put off" stays disabled meanwhile: otherwise both actions would leave the step.
  async function check() {
    setChecking(true)
    await checkStep()
    setChecking(false)
  }
  async function checkStep() {
    // The last answer may be older than what was saved a moment ago.
    const now = (await refresh())?.steps.find((one) => one.step === step)
    setPressed(true)
    if (missingIn(now?.lacks ?? lacks).length > 0) return
    if (now?.state === 'done' && step !== 'handover') return goOn()
    if (tests_of_step[step].length === 0) return goOn()
    if ((await run()) && next) goOn()
  }
  async function putOff() {
    if (await put_off.run({ step, put_off: true })) goOn()
  }

  const says = running
    ? words.testing(words.tests[running])
    : failed.length > 0
      ? failed.map((one) => `${words.tests[one.test]}：${testText(one, words, diagnose)}`).join('；')
      : lacks.length > 0
        ? lacks.map((gap) => words.gaps[gap]).join('；')
        : words.step_done
  const tone = running ? 'idle' : failed.length > 0 || (pressed && missing.length > 0) ? 'bad' : own?.state
  const done = own?.state === 'done'
  const label = done
    ? next
      ? words.next(words.steps[next])
      : words.finish
    : tests_of_step[step].length > 0
      ? next
        ? words.check
        : words.check_all
      : next
        ? words.next(words.steps[next])
        : words.finish
  return (
    <footer className={`grid gap-8 line-above on-card ${styles.bar}`}>
      <p
        className={`flex baseline gap-8 text-13 ink-2 anywhere ${styles.says}`}
        data-tone={tone}
        role="status"
      >
        {says}
      </p>
      <div className={`flex gap-10 ${styles.buttons}`}>
        {!done && next && may && (
          <Button onClick={() => void putOff()} disabled={put_off.running || checking}>
            {words.put_off}
          </Button>
        )}
        {done && !next ? (
          <>
            <Button onClick={() => void run()} disabled={running !== undefined}>
              {words.check_again}
            </Button>
            <ButtonLink variant="primary" to="/dashboard">
              {words.finish}
            </ButtonLink>
          </>
        ) : (
          <Button
            variant="primary"
            pending={checking}
            disabled={(!may && !done) || put_off.running}
            onClick={() => void check()}
          >
            {running
              ? words.at_of(tests_of_step[step].indexOf(running) + 1, tests_of_step[step].length)
              : label}
          </Button>
        )}
      </div>
    </footer>
  )
}

/** Runs the tests of a step one after another; the device keeps their results. */
function useStepTests(step: InstallStep): {
  /** The test that is running. */
  running: HandoverTest | undefined
  /** The results of the last run, in test order; undefined before the first run. */
  results: readonly HandoverResult[] | undefined
  /** Returns true if no test failed. */
  run: () => Promise<boolean>
} {
  const test = useChange('/api/system/run_handover_test')
  const refresh = useChange('/api/system/run_handover_test', { refresh: ['/api/system/install_state'] })
  const [running, setRunning] = useState<HandoverTest>()
  const [results, setResults] = useState<readonly HandoverResult[]>()
  return {
    running,
    results,
    async run() {
      const found: HandoverResult[] = []
      const wanted = tests_of_step[step]
      for (const [at, name] of wanted.entries()) {
        setRunning(name)
        const answer = await (at === wanted.length - 1 ? refresh : test).run({ test: name })
        if (!answer) {
          setRunning(undefined)
          return false
        }
        found.push(answer)
      }
      setRunning(undefined)
      setResults(found)
      return found.every(({ result }) => result !== 'failed')
    },
  }
}
