/** The progress of a batch edit: one line for each scene, with its lots if lots were edited. */
import { useWords } from '#src/core/words.ts'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import styles from './edit.module.css'
import type { Job } from './scene-edit.ts'
import { shortId } from './scene-rows.ts'
import type { Outcome, Outcomes } from './use-batch-edit.ts'

const tones = {
  waiting: 'idle',
  running: 'info',
  done: 'ok',
  unchanged: 'ok',
  failed: 'bad',
  stopped: 'idle',
} as const satisfies Record<Outcome['state'], Tone>

type Props = { jobs: readonly Job[]; outcomes: Outcomes; ended: number; failed: number }

export function EditOutcomes({ jobs, outcomes, ended, failed }: Props) {
  const words = useWords('scene_list')
  const { edit } = words
  return (
    <>
      <p className={styles.progress} role="status" data-bad={failed > 0}>
        {edit.progress(ended, jobs.length, failed)}
      </p>
      <progress className={styles.track} max={jobs.length} value={ended} aria-label={words.select.bar} />
      <ul className={styles.list}>
        {jobs.map(({ scene, lot_nos }) => {
          const outcome: Outcome = outcomes.get(scene.scene_id) ?? { state: 'waiting' }
          return (
            <li key={scene.scene_id}>
              <span className={styles.name}>
                {scene.camera_name} <small title={scene.scene_id}>{shortId(scene.scene_id)}</small>
              </span>
              <StatusTag tone={tones[outcome.state]}>{edit.states[outcome.state]}</StatusTag>
              {lot_nos.length > 0 && (
                <span className={styles.lots} title={lot_nos.join('、')}>
                  {edit.lots_of(lot_nos.length)}：{lot_nos.slice(0, 20).join('、')}
                  {lot_nos.length > 20 && '…'}
                </span>
              )}
              {outcome.state === 'failed' && <span className={styles.why}>{outcome.why}</span>}
            </li>
          )
        })}
      </ul>
    </>
  )
}
