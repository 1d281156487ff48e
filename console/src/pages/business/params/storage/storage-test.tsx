/**
 * Tests the object storage with the form's current input, saved or not: shows the steps while they run, then
 * the result.
 */
import { storage_steps, type StorageStep } from '@parking/contract/storage/storage.ts'
import type { BodyAt } from '#src/core/api.ts'
import { useFieldValue, useForm, useFormDirty } from '#src/forms/form-context.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './storage-test.module.css'
import { TestSteps, type StepResult } from './test-steps.tsx'
import { StorageTestResult } from './test-verdict.tsx'
import { useStorageTest, type TestState } from './use-storage-test.ts'

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
      <div className={styles.test}>
        {/* Keeps the focus: otherwise a field's error would move the button away from under the pointer. */}
        <div className={styles.testRow} role="presentation" onMouseDown={(event) => event.preventDefault()}>
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
          <p role="status">
            {state.kind === 'testing' &&
              words.now(words.steps[steps.find((step) => !passed.includes(step)) ?? 'remove'])}
            {state.kind === 'failed' && state.error.issues.length === 0 && (
              <span className={styles.notTested}>
                {words.not_tested}：{state.error.message}
              </span>
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
  return done ? { step, state: 'passed', ms: done.ms } : { step, state: 'untried' }
}
