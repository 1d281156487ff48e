/**
 * The one bar of the installation path: what the step lacks, and the button that saves, tests and leads on.
 * Long because these are one press.
 */
import type { InstallGap } from '@parking/contract/handover/handover.ts'
import { tests_of_step } from '@parking/contract/handover/install-steps.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useChange } from '../core/queries.ts'
import { useWords } from '../core/words.ts'
import { useAboveKeyboard, useSaveKey } from '../forms/save-bar/bar-keys.ts'
import { saveAll, unsaved_forms } from '../forms/save-bar/unsaved-forms.ts'
import { useMayWork } from '../forms/use-may.ts'
import { useStore } from '../lib/store.ts'
import { Button } from '../ui/button/button.tsx'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { addressOf, file_part, nextStep, partIn, stepIn, type InstallStep } from './install-steps.ts'
import { testText } from './test-text.ts'
import { useTests } from './use-tests.ts'
import { useInstall, type InstallState } from './use-install.ts'
import styles from './install-bar.module.css'

export function InstallBar() {
  const { search } = useLocation()
  const step = stepIn(search)
  const { data, refetch } = useInstall()
  if (!data || partIn(search) === file_part) return null
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
  const [words, diagnose, forms] = [useWords('install'), useWords('diagnose'), useWords('forms')]
  const navigate = useNavigate()
  const may = useMayWork()
  const unsaved = useStore(unsaved_forms)
  const bar = useRef<HTMLElement>(null)
  const { running, results, run } = useTests(tests_of_step[step])
  const put_off = useChange('/api/system/put_off_step', { refresh: ['/api/system/install_state'] })
  const [pressed, setPressed] = useState(false)
  const [checking, setChecking] = useState(false)
  const own = state.steps.find((one) => one.step === step)
  const lacks = own?.lacks ?? []
  const missing = missingIn(lacks)
  const next = nextStep(step, state.steps)
  const failed = results?.filter(({ result }) => result === 'failed') ?? []
  const goOn = (now = state) => {
    const to = nextStep(step, now.steps)
    void navigate(to ? startOf(to, now) : '/dashboard')
  }

  async function checkStep() {
    // The last answer may be older than what was saved a moment ago.
    const fresh = await refresh()
    const now = fresh?.steps.find((one) => one.step === step)
    setPressed(true)
    if (missingIn(now?.lacks ?? lacks).length > 0) return
    if (now?.state === 'done' && step !== 'handover') return goOn(fresh)
    if (tests_of_step[step].length === 0) return goOn(fresh)
    if ((await run()) && next) goOn()
  }

  // "Put off" stays disabled meanwhile: otherwise both actions would leave the step.
  async function check() {
    if (checking) return
    setChecking(true)
    if (await saveAll(unsaved_forms.get())) await checkStep()
    setChecking(false)
  }
  useSaveKey(() => void check())
  useAboveKeyboard(bar)

  // The last step is about its results, so it gets them itself.
  const begin = useEffectEvent(() => run())
  const untested = step === 'handover' && may && lacks.includes('untested')
  useEffect(() => {
    if (untested) void begin()
  }, [untested])

  async function putOff() {
    if (await put_off.run({ step, put_off: true })) goOn()
  }

  const says = running
    ? words.testing(words.tests[running])
    : unsaved.length > 0
      ? forms.unsaved
      : failed.length > 0
        ? failed.map((one) => `${words.tests[one.test]}：${testText(one, words, diagnose)}`).join('；')
        : lacks.length > 0
          ? lacks.map((gap) => words.gaps[gap]).join('；')
          : words.step_done
  const tone =
    running || unsaved.length > 0
      ? 'idle'
      : failed.length > 0 || (pressed && missing.length > 0)
        ? 'bad'
        : own?.state
  const done = own?.state === 'done'
  const label =
    unsaved.length > 0
      ? words.save_on
      : done
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
    <footer ref={bar} className={`grid gap-8 line-above on-card ${styles.bar}`}>
      <p
        className={`flex baseline gap-8 text-13 ink-2 anywhere ${styles.says}`}
        data-tone={tone}
        role="status"
      >
        {says}
      </p>
      <div className={`flex gap-10 ${styles.buttons}`}>
        {unsaved.length > 0 ? (
          <Button disabled={checking} onClick={() => unsaved.forEach(({ handle }) => handle.undo())}>
            {forms.undo}
          </Button>
        ) : (
          !done &&
          next &&
          may && (
            <Button onClick={() => void putOff()} disabled={put_off.running || checking}>
              {words.put_off}
            </Button>
          )
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
            pending={checking || running !== undefined}
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

/** Where a step starts: without a camera, the search for cameras is what the step is about. */
const startOf = (step: InstallStep, { cameras }: InstallState): string =>
  step === 'cameras' && cameras === 0 ? `${addressOf(step)}&add=found` : addressOf(step)
