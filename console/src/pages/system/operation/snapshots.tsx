/** The snapshots that were taken before data was wiped, and their restore. */
import { useState } from 'react'
import { failureText, type AnswerAt } from '#src/core/api.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { useStore } from '#src/lib/store.ts'
import { useCall } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import '#src/tables/table.css'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './snapshots.module.css'
import { blockOf } from './preflight.ts'
import { restartBy } from './restart-by.ts'
import { useRemoveSnapshots } from './remove-snapshots.tsx'
import { ScenesDialog } from './scenes-dialog.tsx'
import { SerialDialog } from './serial-dialog.tsx'

type Snapshot = AnswerAt<'/api/system/list_snapshots'>['list'][number]

export function Snapshots() {
  const words = useWords('operation').snapshots
  const may = useStore(session).roles.includes('admin')
  return may ? (
    <List />
  ) : (
    <Section title={words.title} hint={words.hint}>
      <p className="note">{words.role}</p>
    </Section>
  )
}

function List() {
  const words = useWords('operation').snapshots
  const query = useCall('/api/system/list_snapshots', {})
  const list = query.data?.list ?? []
  const remove = useRemoveSnapshots()
  const [chosen, setChosen] = useState<{ snapshot: Snapshot; what: What }>()
  return (
    <Section
      title={words.title}
      hint={words.hint}
      flush
      action={
        list.length > 0 && (
          <Button variant="danger" onClick={() => void remove(list)}>
            {words.delete.all}
          </Button>
        )
      }
    >
      <div className={query.data ? undefined : styles.pad}>
        <Loaded query={query} rows={3} failed={words.failed}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState title={words.empty}>{words.empty_says}</EmptyState>
            ) : (
              <Rows
                list={list}
                onChoose={(snapshot, what) => setChosen({ snapshot, what })}
                onDelete={(snapshot) => void remove([snapshot])}
              />
            )
          }
        </Loaded>
      </div>
      {chosen?.what === 'all' && (
        <BringBack snapshot={chosen.snapshot} onClose={() => setChosen(undefined)} />
      )}
      {chosen?.what === 'scenes' && (
        <ScenesDialog name={chosen.snapshot.name} onClose={() => setChosen(undefined)} />
      )}
    </Section>
  )
}

type What = 'all' | 'scenes'
type RowsProps = {
  list: readonly Snapshot[]
  onChoose: (snapshot: Snapshot, what: What) => void
  onDelete: (snapshot: Snapshot) => void
}

function Rows({ list, onChoose, onDelete }: RowsProps) {
  const words = useWords('operation').snapshots
  return (
    <div className="table-box">
      <table className={`table ${styles.snapshots}`} data-cards="">
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.until}</th>
            <th scope="col">{words.why}</th>
            <th scope="col">{words.name}</th>
            <th scope="col" data-number="">
              {words.size}
            </th>
            <th scope="col">
              <span className="visually-hidden">{words.act}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((snapshot) => (
            <tr key={snapshot.name}>
              <td data-label={words.time}>{snapshot.create_time_str}</td>
              <td data-label={words.until}>{snapshot.until_time_str ?? '--'}</td>
              <td data-label={words.why}>{reasonOf(snapshot, words.reasons)}</td>
              <td data-label={words.name} data-wide="">
                <code className="text-13 mono">{snapshot.name}</code>{' '}
                {snapshot.damaged && <StatusTag tone="bad">{words.damaged}</StatusTag>}
              </td>
              <td data-label={words.size} data-number="">
                {bytesText(snapshot.bytes)}
              </td>
              <td className={`nowrap text-end ${styles.act}`}>
                <Button
                  variant="quiet"
                  aria-label={words.scenes.act_named(snapshot.name)}
                  disabled={snapshot.damaged}
                  onClick={() => onChoose(snapshot, 'scenes')}
                >
                  {words.scenes.act}
                </Button>
                <Button
                  variant="quiet"
                  aria-label={words.act_named(snapshot.name)}
                  disabled={snapshot.damaged}
                  onClick={() => onChoose(snapshot, 'all')}
                >
                  {words.act}
                </Button>
                <Button
                  variant="quiet"
                  aria-label={words.delete.act_named(snapshot.name)}
                  onClick={() => onDelete(snapshot)}
                >
                  {words.delete.act}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function BringBack({ snapshot, onClose }: { snapshot: Snapshot; onClose: () => void }) {
  const words = useWords('operation')
  const text = words.snapshots
  const preflight = useCall('/api/system/reboot_preflight', {}, { every: 3_000 }).data
  const block = blockOf(preflight)

  async function go(host_sn: string): Promise<string | undefined> {
    const failed = await restartBy(
      'bring_back',
      null,
      '/api/system/bring_back_snapshot',
      { name: snapshot.name, host_sn },
      () => ({ url: '', landing: 'reload', snapshot: '' }),
    )
    return failed && failureText(text.failed_go, failed)
  }

  return (
    <SerialDialog
      title={text.dialog}
      go={text.go}
      block={block && words.reboot[block]}
      breaks={snapshot.broken_rules}
      onGo={go}
      onClose={onClose}
    >
      <Facts>
        <Fact name={text.time}>{snapshot.create_time_str}</Fact>
        <Fact name={text.why}>{reasonOf(snapshot, text.reasons)}</Fact>
      </Facts>
      <ul className="listed">
        <li>{snapshot.why !== 'restore' && snapshot.why !== 'bring_back' ? text.says_mode : text.says}</li>
        <li>{text.first}</li>
        <li>{text.session}</li>
      </ul>
    </SerialDialog>
  )
}

/** An unknown reason is shown as the device sends it. */
const reasonOf = ({ why }: Snapshot, words: Readonly<Record<string, string>>): string =>
  words[why] ?? (why || '--')
