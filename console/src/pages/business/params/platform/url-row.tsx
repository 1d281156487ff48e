/** One URL of the platform, and its test with the form's current input, saved or not. */
import type { PlatformUrl } from '@parking/contract/params/platform-urls.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue } from '#src/forms/form-context.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { useWords } from '#src/core/words.ts'
import { useUnsavedTest } from '#src/forms/test-report/use-unsaved-test.ts'
import styles from './platform.module.css'
import { TestResult } from './test-result.tsx'

export type Tested = AnswerAt<'/api/parking/test_platform'>

export function UrlRow({ name }: { name: PlatformUrl }) {
  const words = useWords('platform')
  const may = useStore(session).roles.includes('admin')
  const empty = String(useFieldValue(name)).trim() === ''
  const { state, run, forget } = useUnsavedTest('/api/parking/test_platform', { url_name: name })
  const why = !may ? words.test_role : empty ? words.test_empty : undefined

  return (
    <div className={styles.url}>
      <div className={styles.urlLine}>
        <Field name={name} label={words.fields[name]} />
        {/* Keeps the focus: the field's error would otherwise move the button away from the pointer. */}
        <div className={styles.urlTest} role="presentation" onMouseDown={(event) => event.preventDefault()}>
          <WhyButton why={why} busy={state.kind === 'testing'} onPress={() => void run()}>
            {state.kind === 'testing' ? words.testing : words.test}
            <span className="visually-hidden"> {words.fields[name]}</span>
          </WhyButton>
        </div>
      </div>
      <div role="status">
        {state.kind === 'tested' && <TestResult name={name} tested={state.answer} onClose={forget} />}
        {state.kind === 'failed' && state.error.issues.length === 0 && (
          <p className={styles.notTested}>
            {words.not_tested}：{state.error.message}
          </p>
        )}
      </div>
    </div>
  )
}
