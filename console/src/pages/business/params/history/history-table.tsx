/** The entries, newest first; one can be expanded in place. */
import { useState } from 'react'
import { workers } from '@parking/contract/core/call.ts'
import { Link } from 'react-router'
import { ExpandableTable } from '#src/tables/expandable-table.tsx'
import { personName } from '#src/core/people.ts'
import { useWords } from '#src/core/words.ts'
import { useFieldLabel } from '#src/core/field-label.ts'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { type Entry, groupOf, isRestorable } from '../labels/field-labels.ts'
import styles from './history-table.module.css'
import { param_calls } from '../form/param-calls.ts'
import { ChangeList } from './history-change-table.tsx'
import { RestoreDialog, type Moment } from './history-restore.tsx'

type Props = {
  entries: readonly Entry[] | undefined
  opened: string
  onOpen: (id: number | undefined) => void
}

const max_named = 3

export function HistoryTable({ entries, opened, onOpen }: Props) {
  const words = useWords('history')
  const { people } = useWords('shell')
  const summary = useEntrySummary()
  return (
    <ExpandableTable
      className={styles.entries}
      columns={[
        { label: words.time, className: styles.time, cell: ({ time_str }) => time_str },
        {
          label: words.who,
          className: styles.who,
          cell: ({ who, address }) => (
            <>
              {personName(who, people) || words.device}
              {address !== '' && address !== who && <small>{address}</small>}
            </>
          ),
        },
        { label: words.what, className: styles.what, cell: summary },
      ]}
      rows={entries}
      expected={6}
      keyOf={({ id }) => id}
      opened={opened}
      onOpen={onOpen}
      detail={words.detail}
      toggleLabel={({ time_str }, open) => (open ? words.close_entry : words.open_entry)(time_str)}
    >
      {(entry) => <EntryDetail entry={entry} />}
    </ExpandableTable>
  )
}

/** An entry in one line: its section, and its first changes. */
function useEntrySummary(): (entry: Entry) => string {
  const words = useWords('history')
  const label = useFieldLabel()
  return ({ section, subject, changes }) => {
    const names = changes.map(({ field }) => label(section, field))
    const first = names.slice(0, max_named).join(words.and)
    return words.says(
      words.section_of(words.sections[section], subject),
      names.length > max_named ? words.and_more(first, names.length) : first,
    )
  }
}

/** One history entry: each field before and after, its source, and a button that restores it. */
function EntryDetail({ entry }: { entry: Entry }) {
  const [words, log] = [useWords('history'), useWords('log')]
  const calls: Readonly<Record<string, string>> = log.calls
  const [moment, setMoment] = useState<Moment>()
  const block = useBlockReason(entry.section)
  return (
    <div className={`grid one-column gap-12 ${styles.detail}`}>
      <dl className={`flex wrap ${styles.facts}`}>
        <div className="flex gap-8">
          <dt>{words.by_call}</dt>
          <dd>
            {calls[entry.call] ?? entry.call}
            {entry.restored_from !== undefined && `（${words.restored(entry.restored_from)}）`}
          </dd>
        </div>
        {entry.address !== '' && (
          <div className="flex gap-8">
            <dt>{log.address}</dt>
            <dd>
              <CopyText text={entry.address} />
            </dd>
          </div>
        )}
        <div className="flex gap-8">
          <dt>{words.entry(entry.id)}</dt>
          <dd />
        </div>
      </dl>
      <ChangeList section={entry.section} changes={entry.changes} before={words.before} after={words.after} />
      {entry.section === 'business_mode' && <ModeNote entry={entry} />}
      {isRestorable(entry.section) && (
        <div className="row wrap gap-8">
          {momentsOf(entry).map((one) => (
            <Button key={one} disabled={block !== undefined} title={block} onClick={() => setMoment(one)}>
              {words.restore[one]}
            </Button>
          ))}
          {block !== undefined && <span className="note">{block}</span>}
        </div>
      )}
      {moment && <RestoreDialog entry={entry} moment={moment} onClose={() => setMoment(undefined)} />}
    </div>
  )
}

/** A camera or scene cannot be restored to a time when it did not exist. */
const momentsOf = ({ section, changes }: Entry): Moment[] =>
  (['before', 'after'] as const).filter(
    (moment) =>
      (section !== 'camera' && section !== 'scene') ||
      !changes.some((change) => change.field === 'camera_sn' && change[moment] === undefined),
  )

/** Why the business mode is not restored from here, and how to do it. */
function ModeNote({ entry }: { entry: Entry }) {
  const words = useWords('history').mode
  const snapshot = entry.changes.find(({ field }) => field === 'snapshot')?.after
  return (
    <p className="ink-2">
      {typeof snapshot === 'string' ? words.snapshot(snapshot) : words.no_snapshot}{' '}
      <Link to="/system/operation">{words.open}</Link>
    </p>
  )
}

/** The reason why this user may not restore the section; undefined if they may. */
function useBlockReason(section: Entry['section']): string | undefined {
  const group = groupOf(section)
  const words = useWords('history').restore
  const mine = useStore(session).roles
  const may: readonly string[] = group ? param_calls[group].roles : workers
  if (mine.some((role) => may.includes(role))) return undefined
  return mine.includes('operator') ? words.admins_only : words.viewers
}
