/** Tests what stands in the form, saved or not: what is wrong with a field is said on it first, and what the device finds wrong as well. */
import { useState } from 'react'
import { call, CallError, type AnswerAt, type BodyAt } from '#src/api.ts'
import { useForm } from '#src/forms/form-context.ts'

type Path = '/api/parking/test_mail' | '/api/parking/test_platform'
export type TestState<Answer> =
  | { kind: 'none' }
  | { kind: 'testing' }
  | { kind: 'tested'; answer: Answer }
  | { kind: 'failed'; error: CallError }
export type TestAsTyped<P extends Path> = {
  state: TestState<AnswerAt<P>>
  run: () => Promise<void>
  forget: () => void
}

/** `more`: what the call wants to know beyond the fields of the form. */
export function useTestAsTyped<P extends Path>(path: P, more?: Partial<BodyAt<P>>): TestAsTyped<P> {
  const { model, id } = useForm()
  const [state, setState] = useState<TestState<AnswerAt<P>>>({ kind: 'none' })
  return {
    state,
    forget: () => setState({ kind: 'none' }),
    async run() {
      const [wrong] = model.checkAll()
      if (wrong !== undefined) return document.getElementById(`${id}-${wrong}`)?.focus()
      setState({ kind: 'testing' })
      const body = { ...model.body(), ...more } as BodyAt<P> // every field has just been checked by the shape of the group
      const next = await call(path, body, { quiet: true }).then(
        (answer): TestState<AnswerAt<P>> => ({ kind: 'tested', answer }),
        (error: unknown) => failureOf(error),
      )
      setState(next)
      if (next.kind === 'failed') model.complain(next.error.issues)
    },
  }
}

function failureOf(error: unknown): { kind: 'failed'; error: CallError } {
  if (error instanceof CallError) return { kind: 'failed', error }
  throw error
}
