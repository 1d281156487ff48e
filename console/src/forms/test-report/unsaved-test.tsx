/** A button that tests the current input of a form, saved or not, with the result below it. */
import type { ReactNode } from 'react'
import { failureText, type AnswerAt } from '#src/core/api.ts'
import { WhyButton } from '../why-button.tsx'
import { useUnsavedTest, type TestPath } from './use-unsaved-test.ts'
import styles from './unsaved-test.module.css'

type Props<P extends TestPath> = {
  path: P
  /** Why it cannot be tested now. */
  why: string | undefined
  test: string
  testing: string
  /** That the test could not run, before the reason; without it only the reason is shown. */
  notTested?: string | undefined
  /** The report of a completed test; `forget` closes it. */
  children: (answer: AnswerAt<P>, forget: () => void) => ReactNode
}

export function UnsavedTest<P extends TestPath>({ path, why, test, testing, notTested, children }: Props<P>) {
  const { state, run, forget } = useUnsavedTest(path)
  return (
    <div className={`grid one-column gap-12 above-12 line-above ${styles.test}`}>
      {/* Keeps the focus: the field's error would otherwise move the button away from under the pointer. */}
      <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
        <WhyButton why={why} busy={state.kind === 'testing'} onPress={() => void run()}>
          {state.kind === 'testing' ? testing : test}
        </WhyButton>
      </div>
      <div role="status">
        {state.kind === 'tested' && children(state.answer, forget)}
        {state.kind === 'failed' && state.error.issues.length === 0 && (
          <p className="text-13 bad">
            {notTested === undefined ? state.error.message : failureText(notTested, state.error)}
          </p>
        )}
      </div>
    </div>
  )
}
