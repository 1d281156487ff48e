/**
 * The history of acts: which user made large changes and when, with an undo for each. The open undo is in the
 * URL.
 */
import { change_kinds } from '@parking/contract/changes/change-kinds.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { UrlPager } from '#src/tables/pager.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import type { AnswerAt } from '#src/core/api.ts'
import { personName } from '#src/core/people.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { TableHead } from '#src/tables/table-head.tsx'
import { TableSkeleton } from '#src/tables/table-skeleton.tsx'
import '#src/tables/table.css'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import styles from './acts.module.css'
import { UndoDialog } from './undo-dialog.tsx'

export default function ActsPage() {
  const [words, titles] = [useWords('acts'), useWords('shell').routes]
  const url = useUrlState()
  const kind = change_kinds.find((one) => one === url.search.get('kind'))
  const undoing = idsIn(url.search.get('undo') ?? '')
  const query = useCall(
    '/api/system/list_acts',
    { page: url.page, page_size: url.page_size, ...(kind && { kind }) },
    { every: 15_000, keep: true },
  )
  const { data } = query
  return (
    <>
      <PageHeader title={titles.system_acts} hint={words.hint} />
      <Section flush>
        <div className="row wrap gap-8-12 pad-12-16">
          <select
            className={`select ${styles.filter}`}
            aria-label={words.filter}
            value={kind ?? ''}
            onChange={(event) => url.change({ kind: event.currentTarget.value || undefined })}
          >
            <option value="">{words.all}</option>
            {change_kinds.map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </select>
          <StaleMark of={[query]} />
        </div>
        {!data && query.isError ? (
          <LoadFailed query={query} title={words.failed} />
        ) : data?.total === 0 ? (
          <EmptyState title={kind ? words.nothing : words.empty} heading="h2">
            {kind ? words.nothing_says : words.empty_says}
          </EmptyState>
        ) : (
          <div className="table-box" aria-busy={query.isPlaceholderData}>
            <ActsTable
              acts={data?.list}
              onUndo={(act_id) => url.change({ undo: act_id }, { replace: true, keepPage: true })}
            />
          </div>
        )}
        {data && data.total > 0 && <UrlPager total={data.total} url={url} />}
      </Section>
      {undoing.length > 0 && (
        <UndoDialog
          key={undoing.join()}
          act_ids={undoing}
          onClose={() => url.change({ undo: undefined }, { replace: true, keepPage: true })}
        >
          {data?.list
            .filter(({ act_id }) => undoing.includes(act_id))
            .map((act) => (
              <p key={act.act_id}>
                <ActText act={act} />
              </p>
            ))}
        </UndoDialog>
      )}
    </>
  )
}

/** The ids in the URL; empty if the text is invalid. */
const idsIn = (text: string): number[] =>
  /^\d{1,12}(,\d{1,12}){0,99}$/.test(text)
    ? text
        .split(',')
        .map(Number)
        .filter((id) => id > 0)
    : []

type Act = AnswerAt<'/api/system/list_acts'>['list'][number]
type Props = { acts: readonly Act[] | undefined; onUndo: (act_id: number) => void }

const columns = ['time', 'username', 'what', 'until'] as const
/** Number of names that fit one line. */
const max_shown = 3

/** The acts, newest first; on a phone each act is a card. */
function ActsTable({ acts, onUndo }: Props) {
  const words = useWords('acts')
  return (
    <table className={`table ${styles.acts}`} data-cards="">
      <TableHead columns={columns} labels={words} acts={words.state} />
      <tbody>
        {!acts && <TableSkeleton columns={columns.length + 1} rows={8} />}
        {acts?.map((act) => (
          <Row key={act.act_id} act={act} onUndo={onUndo} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ act, onUndo }: { act: Act } & Pick<Props, 'onUndo'>) {
  const [words, { people }] = [useWords('acts'), useWords('shell')]
  const what = words.kinds[act.kind]
  const over = act.state === 'undone' || act.state === 'expired'
  return (
    <tr data-over={over || undefined}>
      <td data-label={words.time} className="nowrap">
        {act.time_str}
        <small className="block text-12 ink-3">
          <RelativeTime time={act.time_str} />
        </small>
      </td>
      <td data-label={words.username}>{personName(act.username, people)}</td>
      <td data-label={words.what} data-wide="">
        <ActText act={act} />
      </td>
      <td data-label={words.until} className="nowrap">
        {act.until_time_str}
      </td>
      <td className="last-cell nowrap">
        {act.state === 'undone' ? (
          <>
            <StatusTag tone="idle">{words.undone}</StatusTag>
            <small className="block text-12 ink-3">
              {words.undone_by(personName(act.undone_by, people), act.undone_time_str)}
            </small>
          </>
        ) : act.state === 'expired' ? (
          <StatusTag tone="idle">{words.expired}</StatusTag>
        ) : (
          <WhyButton
            label={words.undo_of(what, act.time_str)}
            why={act.state === 'role' ? words.why_role : undefined}
            onPress={() => onUndo(act.act_id)}
          >
            {words.undo}
          </WhyButton>
        )}
      </td>
    </tr>
  )
}

/** What an act did, to how many things, and to which. */
function ActText({ act }: { act: Act }) {
  const words = useWords('acts')
  return (
    <>
      <strong>{words.kinds[act.kind]}</strong>
      <span className={`ink-2 figures ${styles.counts}`}>{useCounts(act.counts)}</span>
      <small className="block text-12 ink-3">{useNames(act.names)}</small>
    </>
  )
}

function useCounts(counts: Act['counts']): string {
  const words = useWords('acts').counts
  return (['cameras', 'scenes', 'lots', 'fields', 'events'] as const)
    .flatMap((name) => {
      const n = counts[name]
      return n ? [words[name](n)] : []
    })
    .join(' · ')
}

function useNames(names: readonly string[]): string {
  const words = useWords('acts')
  const shown = names.slice(0, max_shown).map((name) => words.names[name] ?? name)
  return shown.join('、') + (names.length > max_shown ? ` ${words.and_more}` : '')
}
