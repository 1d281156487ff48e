/**
 * Tests the object storage with the form's current input, saved or not: shows the steps while they run, then
 * the result.
 * Long because steps and result tell of one test.
 */
import { storage_steps, type StorageStep } from '@parking/contract/storage/storage.ts'
import { useState } from 'react'
import { type BodyAt, call, failureText, outcomeOf, type AnswerAt, type CallError } from '#src/core/api.ts'
import { useFieldValue, useForm, useFormDirty } from '#src/forms/form-context.ts'
import { ServerReply, TestReport } from '#src/forms/test-report/test-report.tsx'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { Section } from '#src/ui/section.tsx'
import { ownWords } from '#src/core/translate-device-text.ts'
import { useWords } from '#src/core/words.ts'
import { CheckIcon, CloseIcon } from '#src/ui/icons.tsx'
import type { Areas } from '#src/locales/areas.ts'
import { randomId } from '#src/lib/random-id.ts'
import { useCall } from '#src/core/queries.ts'
import styles from './storage-test.module.css'

export function StorageTest() {
  const words = useWords('object_storage')
  const { model, id } = useForm()
  const may = useStore(session).roles.includes('admin')
  const dirty = useFormDirty()
  const secure = /^(https|ftps):/i.test(String(useFieldValue('endpoint')).trim())
  const { state, passed, run } = useStorageTest()

  const focus = (name: string) => document.getElementById(`${id}-${name}`)?.focus()

  async function test() {
    const [wrong] = model.checkAll()
    if (wrong !== undefined) return focus(wrong)
    // The shape of the group has just validated every field.
    const next = await run(model.body() as BodyAt<'/api/parking/test_storage'>)
    if (next.kind !== 'failed') return
    const [first] = model.showIssues(next.error.issues)
    if (first !== undefined) focus(first)
  }

  const steps = storage_steps.filter((step) => step !== 'tls' || secure)
  return (
    <Section title={words.test} hint={words.test_hint}>
      <div className="grid one-column gap-12">
        {/* Keeps the focus: otherwise a field's error would move the button away from under the pointer. */}
        <div
          className={`row wrap ${styles.testRow}`}
          role="presentation"
          onMouseDown={(event) => event.preventDefault()}
        >
          <WhyButton
            why={may ? undefined : words.test_role}
            busy={state.kind === 'testing'}
            onPress={() => void test()}
          >
            {state.kind === 'testing'
              ? words.testing
              : state.kind === 'none'
                ? words.test_run
                : words.test_again}
          </WhyButton>
          <p className="note" role="status">
            {state.kind === 'testing' &&
              words.now(words.steps[steps.find((step) => !passed.includes(step)) ?? 'remove'])}
            {state.kind === 'failed' && state.error.issues.length === 0 && (
              <span className={styles.notTested}>{failureText(words.not_tested, state.error)}</span>
            )}
          </p>
        </div>
        {(state.kind === 'testing' || state.kind === 'tested') && (
          <TestSteps steps={steps.map((step) => stepResult(step, state, passed, steps))} />
        )}
        <div role="status">
          {state.kind === 'tested' && <StorageTestResult tested={state.answer} saved={!dirty} />}
        </div>
      </div>
    </Section>
  )
}

function stepResult(
  step: StorageStep,
  state: TestState,
  passed: readonly StorageStep[],
  steps: readonly StorageStep[],
): StepResult {
  if (state.kind !== 'tested')
    return {
      step,
      state: passed.includes(step)
        ? 'passed'
        : step === steps.find((one) => !passed.includes(one))
          ? 'now'
          : 'untried',
    }
  const { failed } = state.answer
  if (failed?.step === step) return { step, state: 'failed', ms: failed.ms }
  const done = state.answer.passed.find((one) => one.step === step)
  if (done) return { step, state: 'passed', ms: done.ms }
  return { step, state: failed ? 'untried' : 'unneeded' }
}

type StepResult = {
  step: StorageStep
  state: 'passed' | 'failed' | 'now' | 'untried' | 'unneeded'
  ms?: number
}

/** The steps of a test in order: passed with their duration, current, and failed. */
function TestSteps({ steps }: { steps: readonly StepResult[] }) {
  const words = useWords('object_storage')
  return (
    <ol className={`grid gap-8 ${styles.steps}`} aria-label={words.step_list}>
      {steps.map(({ step, state, ms }) => (
        <li key={step} className="grid note middle bordered round-6 leading-20" data-state={state}>
          <span className={`center circle size-18 ${styles.mark}`} aria-hidden="true">
            {state === 'passed' ? <CheckIcon /> : state === 'failed' ? <CloseIcon /> : null}
          </span>
          <span>
            {words.steps[step]}
            {state !== 'now' && state !== 'unneeded' && (
              <span className="visually-hidden">：{words[state]}</span>
            )}
          </span>
          <small>{state === 'unneeded' ? words.unneeded : ms === undefined ? '' : words.ms(ms)}</small>
        </li>
      ))}
    </ol>
  )
}

type Words = Areas['object_storage']

/** A smaller offset cannot be distinguished from network latency and the whole seconds of the Date header. */
const min_skew_ms = 5_000
const max_skew_ms = 60_000

/**
 * The result of a test as text: why a step failed and what to do, the clock offset, and objects left behind.
 */
function StorageTestResult({ tested, saved }: { tested: Tested; saved: boolean }) {
  const words = useWords('object_storage')
  const { reasons: errors } = useWords('errors')
  const said_words = useWords('device_said')
  const { failed, skew_ms, left_behind, key, bucket } = tested
  const own = ownWords(failed?.said ?? '', said_words)
  const all = tested.passed.some(({ step }) => step === 'compare') && !left_behind
  const headline = failed ? words.bad(words.steps[failed.step]) : words.good
  const is_far = skew_ms !== null && Math.abs(skew_ms) > max_skew_ms
  return (
    <TestReport tone={failed ? 'bad' : 'ok'} label={headline} headline={headline}>
      <p>
        {failed ? (
          <>
            {failed.tls ? errors[`tls_${failed.tls}`] : reasonOf(failed, words)}。
            {words.advice[failed.reason]}
          </>
        ) : (
          `${all ? words.good_all : words.good_upload}${saved ? '' : words.good_unsaved}`
        )}
      </p>
      {skew_ms !== null && (
        <p className={styles.skew} data-far={is_far}>
          {words.skew(skewText(skew_ms, words))}。{is_far && failed?.reason !== 'clock' && words.skew_far}
        </p>
      )}
      {own ? (
        <p className="ink-2">{own}。</p>
      ) : (
        <ServerReply label={words.answer} text={failed?.said ?? ''} />
      )}
      {left_behind && (
        <p className={styles.skew} data-far="true">
          {words.left}
          <code className="text-12 mono">{[bucket, key].filter((part) => part !== '').join('/')}</code>
        </p>
      )}
    </TestReport>
  )
}

function reasonOf({ step, reason }: NonNullable<Tested['failed']>, words: Words): string {
  if (reason !== 'denied') return words.reasons[reason]
  return step === 'write' ? words.denied_write : words.denied_other
}

function skewText(skew_ms: number, words: Words): string {
  const off = Math.abs(skew_ms)
  if (off < min_skew_ms) return words.same
  const amount =
    off < 120_000
      ? words.seconds(Math.round(off / 1000))
      : off < 7_200_000
        ? words.minutes(Math.round(off / 60_000))
        : words.hours(Math.round(off / 3_600_000))
  return skew_ms > 0 ? words.ahead(amount) : words.behind(amount)
}

const path = '/api/parking/test_storage'
const poll_ms = 300

type Tested = AnswerAt<typeof path>
type TestState =
  | { kind: 'none' }
  | { kind: 'testing'; watch: string }
  | { kind: 'tested'; answer: Tested }
  | { kind: 'failed'; error: CallError }

/** Tests an object storage and polls which steps have passed. */
function useStorageTest(): {
  state: TestState
  passed: readonly StorageStep[]
  run: (body: BodyAt<typeof path>) => Promise<TestState>
} {
  const [state, setState] = useState<TestState>({ kind: 'none' })
  const watch = state.kind === 'testing' ? state.watch : ''
  const steps = useCall(
    '/api/parking/storage_test_steps',
    { watch },
    { every: poll_ms, enabled: watch !== '' },
  )
  return {
    state,
    passed: watch === '' ? [] : (steps.data?.passed ?? []),
    async run(body) {
      const name = randomId()
      setState({ kind: 'testing', watch: name })
      const { answer, error } = await outcomeOf(call(path, { ...body, watch: name }, { quiet: true }))
      const next: TestState = error ? { kind: 'failed', error } : { kind: 'tested', answer }
      setState(next)
      return next
    },
  }
}
