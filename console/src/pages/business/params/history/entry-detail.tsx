/** One entry opened: each field before and after, from where, and the way back. */
import { useState } from 'react'
import { useStore } from '../../../../lib/store.ts'
import { session } from '../../../../stores/session.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { useWords } from '../../../../words.ts'
import { param_calls } from '../param-calls.ts'
import { ChangeTable } from './change-table.tsx'
import { groupOf, type Entry } from './history-words.ts'
import styles from './history.module.css'
import { RestoreDialog, type Moment } from './restore-dialog.tsx'

export function EntryDetail({ entry }: { entry: Entry }) {
  const [words, log] = [useWords('param_history'), useWords('log')]
  const calls: Readonly<Record<string, string>> = log.calls
  const [moment, setMoment] = useState<Moment>()
  const group = groupOf(entry.section)
  const block = useBlock(group)
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        <div><dt>{words.by_call}</dt><dd>{calls[entry.call] ?? entry.call}{entry.restored_from !== undefined && `（${words.restored(entry.restored_from)}）`}</dd></div>
        {entry.address !== '' && <div><dt>{log.address}</dt><dd><CopyText text={entry.address} /></dd></div>}
        <div><dt>{words.entry(entry.id)}</dt><dd /></div>
      </dl>
      <ChangeTable section={entry.section} changes={entry.changes} before={words.before} after={words.after} />
      {group && (
        <div className={styles.actions}>
          {(['before', 'after'] as const).map((one) => (
            <button key={one} type="button" className="button" disabled={block !== undefined} title={block} onClick={() => setMoment(one)}>{words.restore[one]}</button>
          ))}
          {block !== undefined && <span className="note">{block}</span>}
        </div>
      )}
      {moment && <RestoreDialog entry={entry} moment={moment} onClose={() => setMoment(undefined)} />}
    </div>
  )
}

/** Why this user may not bring the group back; undefined for those who may. */
function useBlock(group: ReturnType<typeof groupOf>): string | undefined {
  const words = useWords('param_history').restore
  const mine = useStore(session).roles
  const may: readonly string[] = group ? param_calls[group].roles : []
  if (mine.some((role) => may.includes(role))) return undefined
  return mine.includes('operator') ? words.admins_only : words.viewers
}
