/**
 * Tests the current input, saved or not. Invalid fields are shown first; errors that the device reports also
 * appear at their fields.
 */
import { useState } from 'react'
import { call, outcomeOf, type AnswerAt, type BodyAt, type CallError } from '#src/core/api.ts'
import { useForm } from '../form-context.ts'

export type TestPath =
  | '/api/parking/test_mail'
  | '/api/parking/test_mqtt'
  | '/api/parking/test_platform'
  | '/api/system/test_syslog'
export type TestState<Answer> =
  | { kind: 'none' }
  | { kind: 'testing' }
  | { kind: 'tested'; answer: Answer }
  | { kind: 'failed'; error: CallError }
export type UnsavedTestState<P extends TestPath> = {
  state: TestState<AnswerAt<P>>
  run: () => Promise<void>
  forget: () => void
}

/** `more`: what the call needs besides the fields of the form. */
export function useUnsavedTest<P extends TestPath>(path: P, more?: Partial<BodyAt<P>>): UnsavedTestState<P> {
  const { model, id } = useForm()
  const [state, setState] = useState<TestState<AnswerAt<P>>>({ kind: 'none' })
  return {
    state,
    forget: () => setState({ kind: 'none' }),
    async run() {
      const [wrong] = model.checkAll()
      if (wrong !== undefined) return document.getElementById(`${id}-${wrong}`)?.focus()
      setState({ kind: 'testing' })
      // The shape of the group has just validated every field.
      const body = { ...model.body(), ...more } as BodyAt<P>
      const { answer, error } = await outcomeOf(call(path, body, { quiet: true }))
      setState(error ? { kind: 'failed', error } : { kind: 'tested', answer })
      if (error) model.showIssues(error.issues)
    },
  }
}
