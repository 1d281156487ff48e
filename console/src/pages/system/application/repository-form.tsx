/** The signed repository that the software comes from. */
import { set_repository } from '@parking/contract/system/software.ts'
import { useState } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { Form } from '#src/forms/form.tsx'
import { SaveBar } from '#src/forms/save-bar/save-bar.tsx'
import { useStore } from '#src/lib/store.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import shared from './application.module.css'
import styles from './repository-form.module.css'

export function RepositoryForm() {
  const words = useWords('application')
  const query = useCall('/api/system/get_repository', {})
  return (
    <Section title={words.repository}>
      <Loaded query={query} rows={3} failed={words.failed_repository}>
        {(data) => <RepositoryFields data={data} />}
      </Loaded>
    </Section>
  )
}

function RepositoryFields({ data }: { data: AnswerAt<'/api/system/get_repository'> }) {
  const [words, forms, errors] = [useWords('application'), useWords('forms'), useWords('errors')]
  const may = useStore(session).roles.includes('admin')
  const [saved, setSaved] = useState(false)
  const change = useChange('/api/system/set_repository', {
    refresh: ['/api/system/get_repository', '/api/system/software_version'],
    done() {
      setSaved(true)
      toast.success(errors.messages.update_success)
    },
  })
  const refusal = change.error && change.issues.length === 0 ? change.error : undefined
  return (
    <Form
      schema={set_repository.body}
      values={data}
      issues={change.issues}
      onSave={(body) => change.run(body)}
      draft="system-repository"
      locked={may ? undefined : forms.read_only}
    >
      <Field name="repository" label={words.repository_url} hint={words.repository_hint} />
      <p className={shared.hint}>{words.repository_signed}</p>
      {refusal && (
        <div className={styles.refusal} role="alert">
          <p>{refusal.message}</p>
          {refusal.detail && <pre className={shared.said}>{refusal.detail}</pre>}
        </div>
      )}
      {saved && !refusal && (
        <p className={styles.next} role="status">
          {words.repository_next}
        </p>
      )}
      <SaveBar />
    </Form>
  )
}
