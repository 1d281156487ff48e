/**
 * The result of a replay: whether it can be trusted, the number of events with each set of parameters, and
 * the differences.
 */
import { useWords } from '#src/core/words.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { ReplayDifference } from './replay-difference.tsx'
import type { Replay } from './replay-dialog.tsx'
import styles from './replay.module.css'

export type Run = NonNullable<Replay['run']>
type Props = {
  run: Run
  labels: Readonly<Record<string, string>>
  /** True if the parameters or the calibration have changed since the replay. */
  outdated: boolean
}
const tones = { running: 'info', done: 'ok', failed: 'bad', stopped: 'idle' } as const
const types = ['initial_entry', 'entry', 'update', 'exit'] as const
const outcomes = ['sent', 'listed', 'waits', 'skipped', 'free'] as const
type Row = (typeof types)[number] | (typeof outcomes)[number]

export function ReplayResult({ run, labels, outdated }: Props) {
  const words = useWords('replay')
  const { state, done, total, said, unread, not_replayed, calibration } = run
  const { recorded, reproduced, different, differences } = run
  return (
    <section aria-label={words.states[state]}>
      <p className="row wrap gap-4-12 below-12 figures" role="status">
        <StatusTag tone={tones[state]}>{words.states[state]}</StatusTag>
        <span>{words.progress(done, total)}</span>
        {run.from_str !== '' && (
          <span>
            {run.from_str} – {run.to_str}
          </span>
        )}
      </p>
      {state === 'running' && (
        <progress className={`full block below-12 ${styles.bar}`} value={done} max={Math.max(1, total)} />
      )}
      {said !== '' && (
        <p className={`pad-8-12 anywhere round-6 on-warn ${styles.warning}`}>
          {words.said}：<q lang="en">{said}</q>
        </p>
      )}
      {outdated && <p className={`pad-8-12 anywhere round-6 on-warn ${styles.warning}`}>{words.outdated}</p>}
      {unread > 0 && (
        <p className={`pad-8-12 anywhere round-6 on-warn ${styles.warning}`}>{words.unread(unread)}</p>
      )}
      {calibration !== 'recorded' && (
        <p className={styles.note}>
          {words.calibration}：{words.calibrations[calibration]}
        </p>
      )}
      {not_replayed.length > 0 && (
        <p className={`pad-8-12 anywhere round-6 on-warn ${styles.warning}`}>
          {words.not_replayed(not_replayed.map((name) => `“${labels[name] ?? name}”`).join('、'))}
        </p>
      )}
      {state === 'done' && (
        <>
          <p
            className={
              reproduced === recorded ? styles.note : `pad-8-12 anywhere round-6 on-warn ${styles.warning}`
            }
          >
            {recorded === 0 ? words.no_decisions : words.reproduced(reproduced, recorded)}
          </p>
          <Headline run={run} />
        </>
      )}
      <Counts run={run} />
      {differences.length > 0 && (
        <>
          <h3 className={`text-15 ${styles.title}`}>
            {words.differences}
            {different > differences.length && <small>{words.first_of(differences.length, different)}</small>}
          </h3>
          <ul className={`stack ${styles.pictures}`}>
            {differences.map((one, at) => (
              <li key={at}>
                <ReplayDifference difference={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const sumOf = (counts: Run['counts']['present']): number => types.reduce((sum, type) => sum + counts[type], 0)

function Headline({ run: { counts, changes, calibration, different } }: { run: Run }) {
  const words = useWords('replay')
  if (changes.length === 0 && calibration === 'recorded')
    return <p className={styles.note}>{words.no_changes}</p>
  const more = sumOf(counts.wanted) - sumOf(counts.present)
  return (
    <p className={`below-12 bold ${styles.headline}`}>
      {more === 0 ? words.as_many : more < 0 ? words.fewer(-more) : words.more(more)}，
      {words.differ(different)}
    </p>
  )
}

function Counts({ run: { counts } }: { run: Run }) {
  const words = useWords('replay')
  const rows = [...types, ...outcomes].filter((row) => counts.present[row] + counts.wanted[row] > 0)
  if (rows.length === 0) return null
  const line = (name: string, present: number, wanted: number, key: string) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      <td data-label={words.present}>{present}</td>
      <td data-label={words.wanted}>{wanted}</td>
      <td data-label={words.difference}>{signed(wanted - present)}</td>
    </tr>
  )
  return (
    <div className="table-box">
      <table className={`table ${styles.counts}`}>
        <thead>
          <tr>
            <th>{words.what}</th>
            <th>{words.present}</th>
            <th>{words.wanted}</th>
            <th>{words.difference}</th>
          </tr>
        </thead>
        <tbody>
          {line(words.all, sumOf(counts.present), sumOf(counts.wanted), 'all')}
          {rows.map((row: Row) => line(words.rows[row], counts.present[row], counts.wanted[row], row))}
        </tbody>
      </table>
    </div>
  )
}

const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0')
