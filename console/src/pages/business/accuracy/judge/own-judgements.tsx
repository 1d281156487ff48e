/** The user's last judgements, and the correction of one with a reason. */
import { useId, useState, type FormEvent } from 'react'
import {
  lot_answers,
  plate_answers,
  type LotAnswer,
  type PlateAnswer,
} from '@parking/contract/accuracy/accuracy-words.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import styles from './judge.module.css'

type Judgement = AnswerAt<'/api/parking/list_accuracy_judgements'>['list'][number]

export function OwnJudgements() {
  const words = useWords('accuracy')
  const query = useCall('/api/parking/list_accuracy_judgements', {})
  const [open, setOpen] = useState<number>()
  if (!query.data && query.isError)
    return (
      <Section title={words.own_title}>
        <LoadFailed query={query} title={words.own_failed} />
      </Section>
    )
  if (!query.data || query.data.list.length === 0) return null
  return (
    <Section title={words.own_title} hint={words.own_says}>
      <ul className={`text-13 ${styles.own}`}>
        {query.data.list.map((one) => (
          <li key={one.sample_id}>
            <div className="flex wrap baseline gap-8">
              <strong>{one.lot_no}</strong>
              <span className="ink-2">{one.camera_name}</span>
              <time className="ink-2">{one.time_str}</time>
              <span>{words.answers[one.lot]}</span>
              {one.plate.answer && (
                <span>{one.plate.plate_number || words.plate_judged[one.plate.answer]}</span>
              )}
              {one.corrections > 0 && <span className="ink-3">{words.corrected_times(one.corrections)}</span>}
              <Button
                variant="quiet"
                aria-expanded={open === one.sample_id}
                aria-label={words.correct_of(one.lot_no, one.time_str)}
                onClick={() => setOpen(open === one.sample_id ? undefined : one.sample_id)}
              >
                {words.correct}
              </Button>
            </div>
            {open === one.sample_id && <Correction judgement={one} onDone={() => setOpen(undefined)} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Correction({ judgement, onDone }: { judgement: Judgement; onDone: () => void }) {
  const [words, id] = [useWords('accuracy'), useId()]
  const [lot, setLot] = useState<LotAnswer>(judgement.lot)
  const [answer, setAnswer] = useState<PlateAnswer | null>(judgement.plate.answer)
  const [plate_number, setPlate] = useState(judgement.plate.plate_number)
  const [reason, setReason] = useState('')
  const correcting = useChange('/api/parking/correct_accuracy_judgement', {
    refresh: ['/api/parking/list_accuracy_judgements'],
    done() {
      toast.success(words.corrected_done)
      onDone()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const { sample_id } = judgement
    void correcting.run({ sample_id, lot, plate: { answer, plate_number }, reason })
  }
  return (
    <form className="row wrap gap-8" onSubmit={submit}>
      <select
        className="input"
        aria-label={words.lot_answer}
        value={lot}
        onChange={({ currentTarget: { value } }) => setLot(lot_answers.find((one) => one === value) ?? lot)}
      >
        {lot_answers.map((one) => (
          <option key={one} value={one}>
            {words.answers[one]}
          </option>
        ))}
      </select>
      {judgement.plate.answer !== null && lot === 'occupied' && (
        <select
          className="input"
          aria-label={words.plate_question}
          value={answer ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setAnswer(plate_answers.find((one) => one === value) ?? answer)
          }
        >
          {plate_answers.map((one) => (
            <option key={one} value={one}>
              {words.plate_judged[one]}
            </option>
          ))}
        </select>
      )}
      {answer === 'read' && lot === 'occupied' && (
        <input
          className="input"
          aria-label={words.plate}
          value={plate_number}
          maxLength={16}
          onChange={(event) => setPlate(event.currentTarget.value)}
        />
      )}
      <label className="text-13 ink-2" htmlFor={`${id}-reason`}>
        {words.reason}
      </label>
      <input
        id={`${id}-reason`}
        className="input"
        value={reason}
        maxLength={200}
        required
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" pending={correcting.running}>
        {words.correct_save}
      </Button>
    </form>
  )
}
