/**
 * The software of the device (spec §1, §2): versions, repository, update.
 * Long because a page is one file.
 */
import { useId, useState } from 'react'
import { set_repository } from '@parking/contract/system/software.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, useChange, type CallState, readAgain } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { Switch } from '#src/forms/switch.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { toast } from '#src/ui/toast.tsx'
import { Field } from '#src/forms/field.tsx'
import { Form } from '#src/forms/form.tsx'
import { SaveBar } from '#src/forms/save-bar/save-bar.tsx'
import { Actions } from './actions.tsx'
import styles from './page.module.css'
import { useWork } from './use-work.ts'
import { Versions } from './versions.tsx'
import { WorkState } from './work-state.tsx'
import shared from './application.module.css'
import auto_update_styles from './auto-update.module.css'
import repository_form_styles from './repository-form.module.css'

export type PackageVersion = AnswerAt<'/api/system/software_version'>['list'][number]

export default function ApplicationPage() {
  const [words, titles, errors] = [useWords('application'), useWords('shell').routes, useWords('errors')]
  const versions = useCall('/api/system/software_version', {})
  const app = useCall('/api/system/app_status', {}, { every: 10_000 })
  const work = useWork()
  const missing = versions.data === undefined && versions.error?.reason === 'unsupported'

  return (
    <>
      <PageHeader
        title={titles.system_application}
        hint={words.hint}
        action={
          <>
            <span className={styles.stale}>
              <StaleMark of={[versions, app]} />
            </span>
            <Actions work={work} versions={versions.data?.list} missing={missing} />
          </>
        }
      />
      <div className="stack one-column">
        <Section
          title={words.versions}
          action={
            <a
              className={styles.notices}
              href="/third-party.txt"
              target="_blank"
              rel="noreferrer"
              title={words.notices_says}
            >
              {words.notices}
            </a>
          }
          flush
        >
          {!missing && <WorkState work={work} />}
          {missing ? (
            <ErrorState
              title={errors.messages.unsupported}
              retry={() => void readAgain(versions)}
              retrying={versions.isFetching}
            >
              {words.unsupported_says}
            </ErrorState>
          ) : (
            <Loaded query={versions} rows={3} failed={words.failed}>
              {({ list }) => <Versions list={list} app={app.data} />}
            </Loaded>
          )}
        </Section>
        {(missing || versions.data !== undefined || versions.isError) &&
          (app.data !== undefined || app.isError) && (
            <div className={`stack start ${styles.columns}`}>
              <div>
                <RepositoryForm />
              </div>
              <div>
                <AutoUpdate query={app} />
              </div>
            </div>
          )}
      </div>
    </>
  )
}

/** Switches the nightly automatic installation of new versions. */
function AutoUpdate({ query }: { query: CallState<AnswerAt<'/api/system/app_status'>> }) {
  const words = useWords('application')
  return (
    <Section title={words.auto_update}>
      <Loaded query={query} rows={3} failed={words.failed_auto}>
        {({ auto_update }) => <AutoUpdateSwitch on={auto_update} />}
      </Loaded>
    </Section>
  )
}

function AutoUpdateSwitch({ on }: { on: boolean }) {
  const [words, forms] = [useWords('application'), useWords('forms')]
  const id = useId()
  const may = useStore(session).roles.includes('admin')
  const change = useChange('/api/system/set_auto_update', { refresh: ['/api/system/app_status'] })

  async function set(auto_update: boolean) {
    if (await change.run({ auto_update }))
      toast.success(auto_update ? words.auto_on_done : words.auto_off_done)
  }
  return (
    <>
      <div className={`row gap-12 ${auto_update_styles.auto}`}>
        <Switch
          id={id}
          checked={on}
          disabled={!may || change.running}
          aria-describedby={`${id}-note`}
          onChange={(event) => void set(event.currentTarget.checked)}
        />
        <label className="pointer" htmlFor={id}>
          {words.auto_label}
        </label>
      </div>
      <p id={`${id}-note`} className="note above-4 leading-15">
        {may ? (on ? words.auto_on : words.auto_off) : forms.read_only}
      </p>
      <ul className={`listed grid note gap-4 above-12 leading-15 ${auto_update_styles.points}`}>
        <li>{words.auto_signed}</li>
        <li>{words.auto_restart}</li>
        <li>{words.auto_failed}</li>
      </ul>
    </>
  )
}

/** The signed repository that the software comes from. */
function RepositoryForm() {
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
      <p className="note above-4 leading-15">{words.repository_signed}</p>
      {refusal && (
        <div
          className={`above-12 text-13 round-6 on-bad leading-15 ${repository_form_styles.refusal}`}
          role="alert"
        >
          <p className="bad">{refusal.message}</p>
          {refusal.detail && (
            <pre className={`text-12 ink-2 mono anywhere leading-15 ${shared.said}`}>{refusal.detail}</pre>
          )}
        </div>
      )}
      {saved && !refusal && (
        <p className="above-8 text-13 ok" role="status">
          {words.repository_next}
        </p>
      )}
      <SaveBar />
    </Form>
  )
}
