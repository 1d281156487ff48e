/** The software of the device (spec §1, §2): versions, repository, update. */
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { Actions } from './actions.tsx'
import styles from './page.module.css'
import { AutoUpdate } from './auto-update.tsx'
import { RepositoryForm } from './repository-form.tsx'
import { useWork } from './use-work.ts'
import { Versions } from './versions.tsx'
import { WorkState } from './work-state.tsx'

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
      <div className={styles.page}>
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
              retry={() => void versions.refetch()}
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
            <div className={styles.columns}>
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
