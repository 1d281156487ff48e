/**
 * Lets the user judge sampled decisions one by one and blind: first the lot, then the plate. The page shows
 * neither what the device decided nor what it read.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LotAnswer, PlateAnswer } from '@parking/contract/accuracy/accuracy-words.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { refreshReads, useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { LotOutline } from '#src/events/pictures/lot-outline.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { OwnJudgements } from './own-judgements.tsx'
import { PlateForm } from './plate-form.tsx'
import styles from './judge.module.css'

type Sample = NonNullable<AnswerAt<'/api/parking/next_accuracy_sample'>['sample']>
type Plate = NonNullable<AnswerAt<'/api/parking/judge_accuracy_sample'>['plate']>

const keys: Readonly<Record<string, LotAnswer | 'skip'>> = {
  o: 'occupied',
  v: 'vacant',
  u: 'unclear',
  n: 'skip',
}
const answers = ['occupied', 'vacant', 'unclear'] as const

export function JudgeDesk() {
  const words = useWords('accuracy')
  const [skip, setSkip] = useState<readonly number[]>([])
  const query = useCall('/api/parking/next_accuracy_sample', { skip: [...skip] })
  const { data } = query
  const skipping = useChange('/api/parking/skip_accuracy_sample')
  const next = () =>
    void refreshReads(['/api/parking/next_accuracy_sample', '/api/parking/list_accuracy_judgements'])
  if (!data && query.isError) return <LoadFailed query={query} title={words.failed} />
  if (!data) return <SkeletonRows rows={6} />
  return (
    <div className="stack">
      {data.sample ? (
        <OneSample
          key={data.sample.sample_id}
          sample={data.sample}
          waiting={data.waiting}
          busy={query.isFetching}
          onDone={next}
          onSkip={(sample_id) => {
            setSkip([...skip, sample_id])
            void skipping.run({ sample_id })
          }}
        />
      ) : (
        <Section>
          <EmptyState title={skip.length > 0 ? words.all_skipped : words.none_waiting} heading="h2">
            {words.none_waiting_says}
          </EmptyState>
        </Section>
      )}
      <OwnJudgements />
    </div>
  )
}

type Props = {
  sample: Sample
  waiting: number
  /** True while the next sample loads. */
  busy: boolean
  onDone: () => void
  onSkip: (sample_id: number) => void
}

function OneSample({ sample, waiting, busy, onDone, onSkip }: Props) {
  const words = useWords('accuracy')
  const { sample_id, picture, lot } = sample
  const [plate, setPlate] = useState<Plate>()
  const elapsedMs = useElapsedMs()
  const judging = useChange('/api/parking/judge_accuracy_sample')
  const reading = useChange('/api/parking/judge_accuracy_plate')
  const blocked = busy || judging.running || plate !== undefined

  async function judge(answer: LotAnswer) {
    if (blocked) return
    const done = await judging.run({ sample_id, lot: answer, took_ms: elapsedMs() })
    // If another user judged this sample first, the next sample is shown and the toast gives the reason.
    if (done?.plate) setPlate(done.plate)
    else onDone()
  }
  async function judgePlate(answer: PlateAnswer, plate_number: string) {
    const done = await reading.run({ sample_id, answer, plate_number, took_ms: elapsedMs() })
    if (done) onDone()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return
    if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog')) return
    const act = keys[event.key.toLowerCase()]
    if (act === undefined || plate) return
    event.preventDefault()
    if (act === 'skip') onSkip(sample_id)
    else void judge(act)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return (
    <section className={`grid card gap-12 ${styles.desk}`} aria-label={words.judge}>
      <header className={`flex wrap baseline text-13 ink-2 ${styles.head}`}>
        <strong>{sample.lot_no}</strong>
        <span>{sample.camera_name}</span>
        <time>{sample.time_str}</time>
        <span className="push ink-3">{words.waiting(waiting)}</span>
      </header>
      <div className={styles.picture}>
        <img
          key={picture.url}
          className="contained"
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt={words.picture_of(sample.lot_no)}
        />
        {lot && <LotOutline lot={lot} size={picture} />}
      </div>
      {lot?.scene_changed && <p className="text-13 warn">{words.scene_changed}</p>}
      {plate ? (
        <PlateForm
          plate={plate}
          error={reading.issues.length > 0}
          busy={reading.running || busy}
          onJudge={(answer, number) => void judgePlate(answer, number)}
        />
      ) : (
        <div className={`grid gap-10 ${styles.question}`}>
          <h2 className="text-16 bold" id="judge-question">
            {words.question(sample.lot_no)}
          </h2>
          <div className={`row wrap gap-8 ${styles.answers}`} role="group" aria-labelledby="judge-question">
            {answers.map((answer) => (
              <Button key={answer} aria-disabled={blocked} onClick={() => void judge(answer)}>
                {words.answers[answer]}
                <kbd aria-hidden="true">{words.answer_keys[answer]}</kbd>
              </Button>
            ))}
            <Button variant="quiet" onClick={() => onSkip(sample_id)}>
              {words.skip}
              <kbd aria-hidden="true">N</kbd>
            </Button>
          </div>
          <p className={styles.blind}>{words.blind}</p>
        </div>
      )}
    </section>
  )
}

/** Returns a function that gives the milliseconds since its last call, or since the component was mounted. */
function useElapsedMs(): () => number {
  const since = useRef(0)
  useEffect(() => void (since.current = performance.now()), [])
  return () => {
    const now = performance.now()
    const elapsed = Math.round(now - since.current)
    since.current = now
    return elapsed
  }
}
