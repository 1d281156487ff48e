/**
 * Changes the selected scenes or lots: choose the values, confirm (spec §5 "batch update"), then see the
 * outcome of each scene.
 */
import { useState } from 'react'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { batchCounts } from '#src/lib/batch-counts.ts'
import { toast } from '#src/ui/toast.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { EditFields, editOf, useEditFields, type Choice } from './edit-fields.tsx'
import styles from './edit.module.css'
import { isNothing, jobsOf, type Job } from './scene-edit.ts'
import type { View } from './scene-filter.ts'
import { type LotRow, type SceneRow, sceneName } from './scene-rows.ts'
import { isEnded, useBatchEdit, type Outcome, type Outcomes } from './use-batch-edit.ts'

type Row = SceneRow | LotRow
type Props = {
  view: View
  /** The selected rows, as they are on the device now. */
  rows: readonly Row[]
  /** Called with the rows that have the chosen values now. */
  onDone: (ids: readonly string[]) => void
  onClose: () => void
}

export function EditDialog({ view, rows, onDone, onClose }: Props) {
  const words = useWords('scene_list').edit
  const fields = useEditFields(view)
  const [choice, setChoice] = useState<Choice>({})
  const [jobs, setJobs] = useState<readonly Job[]>()
  // Kept, because the selection shrinks while the dialog shows the outcomes.
  const [count] = useState(rows.length.toLocaleString('en'))
  const batch = useBatchEdit()
  const edit = editOf(view, choice)
  const ended = [...batch.outcomes.values()].filter(isEnded).length
  const failed = (jobs ?? []).filter(({ scene }) => batch.outcomes.get(scene.scene_id)?.state === 'failed')

  async function ask() {
    const wanted = jobsOf(rows, edit)
    const switched = wanted.filter(({ body, scene }) => body && body.enabled !== scene.enabled)
    const lots = switched.reduce((sum, { scene }) => sum + scene.lot_num, 0).toLocaleString('en')
    const body = (
      <>
        {fields.map(({ name, label, options }) => {
          const chosen = options.find(({ value }) => value === choice[name])
          return (
            chosen && (
              <p key={name} className="paragraph">
                {words.to(label, chosen.label)}
              </p>
            )
          )
        })}
        {switched.length > 0 && (
          <p className={`paragraph warn ${styles.effect}`}>
            {choice['enabled'] === '0' ? words.stops(lots) : words.reports(lots)}
          </p>
        )}
      </>
    )
    if (await confirm({ title: words.ask[view](count), body, confirm: words.go })) await run(wanted)
  }

  async function run(wanted: readonly Job[]) {
    setJobs((now) => now ?? wanted)
    const outcomes = await batch.run(wanted)
    const ends = wanted.map((job) => ({ job, state: outcomes.get(job.scene.scene_id)?.state }))
    onDone(ends.flatMap(({ job, state }) => (state === 'done' || state === 'unchanged' ? job.ids : [])))
    const counts = batchCounts(wanted.map((job) => outcomes.get(job.scene.scene_id)))
    const text = `${words.progress(wanted.length, counts)}\n${words.still_chosen}`
    if (counts.failed > 0) toast.error(words.failed, text)
    else if (counts.unknown > 0) toast.warning(text)
    else if (ends.every(({ state }) => state !== 'stopped')) toast.success(words.done)
  }

  /** Retries the failed scenes with their current values; a scene that is gone fails again. */
  function retry() {
    const now = new Map(jobsOf(rows, edit).map((job) => [job.scene.scene_id, job]))
    void run(failed.map((job) => now.get(job.scene.scene_id) ?? job))
  }

  async function close() {
    if (batch.running) {
      const { title, body, confirm: yes, cancel } = words.stop
      if (!(await confirm({ title, body, confirm: yes, cancel }))) return
      batch.stop()
    }
    onClose()
  }

  return (
    <Dialog
      key={jobs ? 'doing' : 'choosing'}
      title={words.title[view](count)}
      onClose={() => void close()}
      footer={
        jobs ? (
          <>
            {failed.length > 0 && (
              <WhyButton why={undefined} busy={batch.running} onPress={retry}>
                {words.retry(failed.length)}
              </WhyButton>
            )}
            <Button
              variant={batch.running ? undefined : 'primary'}
              data-autofocus
              onClick={() => void close()}
            >
              {words.close}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{words.cancel}</Button>
            <WhyButton
              variant="primary"
              why={isNothing(edit) ? words.why_nothing : undefined}
              onPress={() => void ask()}
            >
              {words.next}
            </WhyButton>
          </>
        )
      }
    >
      {jobs ? (
        <EditOutcomes jobs={jobs} outcomes={batch.outcomes} ended={ended} />
      ) : (
        <EditFields fields={fields} choice={choice} onChoice={setChoice} />
      )}
    </Dialog>
  )
}

const tones = {
  waiting: 'idle',
  running: 'info',
  done: 'ok',
  unchanged: 'ok',
  failed: 'bad',
  stopped: 'idle',
} as const satisfies Record<Outcome['state'], Tone>

const isUnknown = (outcome: Outcome): boolean => outcome.state === 'failed' && outcome.unknown

type EditOutcomesProps = { jobs: readonly Job[]; outcomes: Outcomes; ended: number }

/** The progress of a batch edit: one line for each scene, with its lots if lots were edited. */
function EditOutcomes({ jobs, outcomes, ended }: EditOutcomesProps) {
  const words = useWords('scene_list')
  const { edit } = words
  const counts = batchCounts(jobs.map(({ scene }) => outcomes.get(scene.scene_id)))
  return (
    <>
      <p
        className={`below-8 bold figures ${styles.progress}`}
        role="status"
        data-bad={counts.failed + counts.unknown > 0}
      >
        {edit.progress(jobs.length, counts)}
      </p>
      <progress
        className={`full block ${styles.track}`}
        max={jobs.length}
        value={ended}
        aria-label={words.select.bar}
      />
      <ul className={`bordered round-6 ${styles.list}`}>
        {jobs.map(({ scene, lot_nos }) => {
          const outcome: Outcome = outcomes.get(scene.scene_id) ?? { state: 'waiting' }
          return (
            <li key={scene.scene_id} className="grid wide-first baseline gap-2-12 pad-8-12 line-above">
              <span className={`medium anywhere ${styles.name}`}>
                {scene.camera_name} <small title={scene.scene_id}>{sceneName(scene)}</small>
              </span>
              <StatusTag tone={isUnknown(outcome) ? 'warn' : tones[outcome.state]}>
                {edit.states[isUnknown(outcome) ? 'unknown' : outcome.state]}
              </StatusTag>
              {lot_nos.length > 0 && (
                <span className="whole-row text-13 ink-3 figures anywhere" title={lot_nos.join('、')}>
                  {edit.lots_of(lot_nos.length)}：{lot_nos.slice(0, 20).join('、')}
                  {lot_nos.length > 20 && '…'}
                </span>
              )}
              {outcome.state === 'failed' && (
                <span className="whole-row text-13 bad anywhere">{outcome.why}</span>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
