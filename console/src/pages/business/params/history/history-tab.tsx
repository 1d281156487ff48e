/**
 * The history tab: what differs from the factory values, and every change of the configuration. Section, page
 * and open entry are in the URL.
 */
import { useCall } from '#src/core/queries.ts'
import { UrlPager } from '#src/tables/pager.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { DriftList } from './drift-list.tsx'
import { HistoryTable } from './history-table.tsx'
import type { Section as SectionName } from '../labels/field-labels.ts'
import { LoadFailed } from '#src/tables/loaded.tsx'
import styles from './history.module.css'

const poll_ms = 10_000

export function HistoryTab() {
  const words = useWords('history')
  const url = useUrlState()
  const names = Object.keys(words.sections) as SectionName[]
  const section = names.find((name) => name === url.search.get('section'))
  const query = useCall(
    '/api/parking/param_history',
    { page: url.page, page_size: url.page_size, ...(section && { section }) },
    { every: poll_ms, keep: true },
  )
  const { data } = query
  // A device without the call answers HTTP 404: there is nothing to show.
  if (!data && query.error?.kind === 'http')
    return (
      <Section>
        <EmptyState title={words.drift.unsupported} />
      </Section>
    )
  const entry = url.search.get('entry') ?? ''
  return (
    <div className={`stack one-column ${styles.tab}`}>
      <DriftList />
      <Section
        title={words.title}
        hint={words.hint}
        flush
        action={
          <Filter
            names={names}
            section={section}
            onChange={(next) => url.change({ section: next, entry: undefined })}
          />
        }
      >
        <StaleMark of={[query]} />
        {!data && query.isError && <LoadFailed query={query} title={words.failed} />}
        {data?.total === 0 ? (
          <EmptyState title={section ? words.nothing : words.empty}>
            {section ? words.nothing_says : words.empty_says}
          </EmptyState>
        ) : (
          !(query.isError && !data) && (
            <HistoryTable
              entries={data?.list}
              opened={entry}
              onOpen={(id) => url.change({ entry: id }, { replace: true, keepPage: true })}
            />
          )
        )}
        {data && data.total > 0 && <UrlPager total={data.total} url={url} forget="entry" />}
      </Section>
    </div>
  )
}

function Filter({
  names,
  section,
  onChange,
}: {
  names: readonly SectionName[]
  section: SectionName | undefined
  onChange: (section: string | undefined) => void
}) {
  const words = useWords('history')
  return (
    <select
      className={`input ${styles.filter}`}
      aria-label={words.filter}
      value={section ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    >
      <option value="">{words.all}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {words.sections[name]}
        </option>
      ))}
    </select>
  )
}
