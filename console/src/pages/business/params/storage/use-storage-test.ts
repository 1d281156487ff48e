/** Tests an object storage and polls which steps have passed. */
import { useState } from 'react'
import type { StorageStep } from '@parking/contract/storage/storage.ts'
import { call, outcomeOf, type AnswerAt, type BodyAt, type CallError } from '#src/core/api.ts'
import { randomId } from '#src/lib/random-id.ts'
import { useCall } from '#src/core/queries.ts'

const path = '/api/parking/test_storage'
const poll_ms = 300

export type Tested = AnswerAt<typeof path>
export type TestState =
  | { kind: 'none' }
  | { kind: 'testing'; watch: string }
  | { kind: 'tested'; answer: Tested }
  | { kind: 'failed'; error: CallError }

export function useStorageTest(): {
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
