/**
 * The state of each camera in a batch: waiting, running, done with its changes, or failed with the reason.
 */
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './batch.module.css'
import type { Camera } from '../camera/camera.ts'
import type { BatchKind, Change, Outcome, Outcomes } from './use-batch.ts'

const tones = {
  waiting: 'idle',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  stopped: 'idle',
} as const satisfies Record<Outcome['state'], Tone>

const isUnknown = (outcome: Outcome): boolean => outcome.state === 'failed' && outcome.unknown

export function BatchRows({
  kind,
  cameras,
  outcomes,
}: {
  kind: BatchKind
  cameras: readonly Camera[]
  outcomes: Outcomes
}) {
  const words = useWords('camera').batch
  return (
    <ul className={`bordered round-6 ${styles.rows}`}>
      {cameras.map((camera) => {
        const outcome = outcomes.get(camera.camera_sn) ?? { state: 'waiting' }
        return (
          <li key={camera.camera_sn} className="grid wide-first baseline gap-2-12 pad-8-12 line-above">
            <span className="medium anywhere">{camera.camera_name}</span>
            <StatusTag tone={isUnknown(outcome) ? 'warn' : tones[outcome.state]}>
              {outcome.state === 'done'
                ? words.kinds[kind].done
                : outcome.state === 'running'
                  ? words.kinds[kind].running
                  : words.states[isUnknown(outcome) ? 'unknown' : outcome.state]}
            </StatusTag>
            {outcome.state === 'failed' && (
              <span className="whole-row text-13 bad anywhere">{outcome.why}</span>
            )}
            {outcome.state === 'done' && outcome.changes && <Changes list={outcome.changes} />}
          </li>
        )
      })}
    </ul>
  )
}

function Changes({ list }: { list: readonly Change[] }) {
  const words = useWords('camera')
  if (list.length === 0)
    return <span className="whole-row text-13 ink-3 figures anywhere">{words.batch.unchanged}</span>
  const shown = ({ field }: Change, value: string): string => {
    if (field === 'ptz_supported') return value === '1' ? words.detail.yes : words.detail.no
    if (value === '' || value === '0') return words.card.not_measured
    return field === 'frame_rate' ? words.batch.fps(value) : field === 'bit_rate' ? `${value} kbit/s` : value
  }
  return (
    <dl className={`grid whole-row gap-2 text-13 anywhere ${styles.changes}`}>
      {list.map((change) => (
        <div key={change.field}>
          <dt>{words.batch.fields[change.field]}</dt>
          <dd>
            <del>
              <span className="visually-hidden">{words.batch.before}</span>
              {shown(change, change.before)}
            </del>
            <span aria-hidden="true"> → </span>
            <ins>
              <span className="visually-hidden">{words.batch.after}</span>
              {shown(change, change.after)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
