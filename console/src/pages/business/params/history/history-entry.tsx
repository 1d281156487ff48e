/** One history entry: each field before and after, its source, and a button that restores it. */
import { workers } from '@parking/contract/core/call.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { useWords } from '#src/core/words.ts'
import { param_calls } from '../form/param-calls.ts'
import { ChangeTable } from './history-change-table.tsx'
import { groupOf, isRestorable, type Entry } from '../labels/field-labels.ts'
import styles from './history-table.module.css'
import { RestoreDialog, type Moment } from './history-restore.tsx'

export function EntryDetail({ entry }: { entry: Entry }) {
  const [words, log] = [useWords('history'), useWords('log')]
  const calls: Readonly<Record<string, string>> = log.calls
  const [moment, setMoment] = useState<Moment>()
  const block = useBlockReason(entry.section)
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        <div>
          <dt>{words.by_call}</dt>
          <dd>
            {calls[entry.call] ?? entry.call}
            {entry.restored_from !== undefined && `（${words.restored(entry.restored_from)}）`}
          </dd>
        </div>
        {entry.address !== '' && (
          <div>
            <dt>{log.address}</dt>
            <dd>
              <CopyText text={entry.address} />
            </dd>
          </div>
        )}
        <div>
          <dt>{words.entry(entry.id)}</dt>
          <dd />
        </div>
      </dl>
      <ChangeTable
        section={entry.section}
        changes={entry.changes}
        before={words.before}
        after={words.after}
      />
      {entry.section === 'business_mode' && <ModeNote entry={entry} />}
      {isRestorable(entry.section) && (
        <div className={styles.actions}>
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
    <p className={styles.mode}>
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
