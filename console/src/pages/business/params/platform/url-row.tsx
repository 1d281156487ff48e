/** One address of the platform, and the test of it with all that is typed in the form, saved or not. */
import type { PlatformUrl } from '@parking/contract/param-platform.ts'
import { useState } from 'react'
import { call, CallError, type AnswerAt, type BodyAt } from '../../../../api.ts'
import { Field } from '../../../../forms/field.tsx'
import { useFieldValue, useForm } from '../../../../forms/form-context.ts'
import { WhyButton } from '../../../../forms/why-button.tsx'
import { useStore } from '../../../../lib/store.ts'
import { session } from '../../../../stores/session.ts'
import { useWords } from '../../../../words.ts'
import styles from './platform.module.css'
import { TestResult } from './test-result.tsx'

export type Tested = AnswerAt<'/api/parking/test_platform'>
type State = { kind: 'none' } | { kind: 'testing' } | { kind: 'tested'; answer: Tested } | { kind: 'failed'; error: CallError }

export function UrlRow({ name }: { name: PlatformUrl }) {
  const words = useWords('param_platform')
  const { model, id } = useForm()
  const may = useStore(session).roles.includes('admin')
  const empty = String(useFieldValue(name)).trim() === ''
  const [state, setState] = useState<State>({ kind: 'none' })

  async function run() {
    const [wrong] = model.checkAll()
    if (wrong !== undefined) return document.getElementById(`${id}-${wrong}`)?.focus()
    setState({ kind: 'testing' })
    const body = { ...model.body(), url_name: name } as BodyAt<'/api/parking/test_platform'> // every field has just been checked by the shape of the group
    const next = await call('/api/parking/test_platform', body, { quiet: true }).then((answer): State => ({ kind: 'tested', answer }), (error: unknown) => failureOf(error))
    setState(next)
    if (next.kind === 'failed') model.complain(next.error.issues)
  }
  const why = !may ? words.test_role : empty ? words.test_empty : undefined

  return (
    <div className={styles.url}>
      <div className={styles.urlLine}>
        <Field name={name} label={words.fields[name]} hint={words.url_hints[name]} />
        {/* Pressing it must not leave the field first: its complaint could move the button away from under the pointer. */}
        <div className={styles.urlTest} role="presentation" onMouseDown={(event) => event.preventDefault()}>
          <WhyButton why={why} busy={state.kind === 'testing'} onPress={() => void run()}>
            {state.kind === 'testing' ? words.testing : words.test}<span className="visually-hidden"> {words.fields[name]}</span>
          </WhyButton>
        </div>
      </div>
      <div role="status">
        {state.kind === 'tested' && <TestResult name={name} tested={state.answer} onClose={() => setState({ kind: 'none' })} />}
        {state.kind === 'failed' && state.error.issues.length === 0 && <p className={styles.notTested}>{words.not_tested}：{state.error.message}</p>}
      </div>
    </div>
  )
}

function failureOf(error: unknown): State {
  if (error instanceof CallError) return { kind: 'failed', error }
  throw error
}
