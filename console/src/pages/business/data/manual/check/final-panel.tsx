/**
 * Confirms a verdict that withdraws the event, with its reason. Digits choose a reason, Enter
 * submits, Esc cancels.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useWords } from '#src/core/words.ts'
import shared from './check.module.css'
import styles from './final-panel.module.css'
import type { CheckRow } from './verdict-queue.ts'
import { Button } from '#src/ui/button/button.tsx'

/** Verdicts that may discard an event. */
export type FinalVerdict = 'vacant' | 'occupied' | 'discarded'

type Props = {
  row: CheckRow
  verdict: FinalVerdict
  onSubmit: (reason: string) => void
  onCancel: () => void
}

export function FinalPanel({ row, verdict, onSubmit, onCancel }: Props) {
  const words = useWords('checks')
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const [picked, setPicked] = useState<number>()
  const [other, setOther] = useState('')
  const reason = picked === undefined ? other.trim() : (words.reasons[picked] ?? '')
  const why = reason === '' ? words.why_reason : undefined
  useEffect(() => panel.current?.focus(), [])

  function onKey(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const on = event.target instanceof Element ? event.target : undefined
    const typing = on?.matches('input[type=text]') ?? false
    const digit = !typing && /^[1-5]$/.test(event.key) ? Number(event.key) - 1 : undefined
    if (event.key === 'Escape') onCancel()
    else if (digit !== undefined) setPicked(digit)
    else if (event.key === 'Enter' && !on?.matches('button')) {
      if (why === undefined) onSubmit(reason)
    } else return
    event.preventDefault()
  }

  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={`grid slim gap-12 ${shared.work} ${styles.final}`}
      role="group"
      aria-labelledby={`${id}-title`}
      onKeyDown={onKey}
    >
      <div className={`grid gap-10 round-8 on-card ${styles.ask}`}>
        <h2 id={`${id}-title`} className="row wrap gap-8 text-14 bold">
          {words.final_title[verdict]}
        </h2>
        <p className="text-13 ink-2">{row.at_platform ? words.final_sent : words.final_says}</p>
        <fieldset className={`flex wrap flush ${styles.reasons}`}>
          <legend className="visually-hidden">{words.reason}</legend>
          {words.reasons.map((one, at) => (
            <label key={one}>
              <input type="radio" name={id} checked={picked === at} onChange={() => setPicked(at)} />
              <kbd aria-hidden="true">{at + 1}</kbd>
              {one}
            </label>
          ))}
          <label className={styles.other_reason}>
            <span>{words.reason_other}</span>
            <input
              type="text"
              className="input"
              value={other}
              maxLength={200}
              onChange={(event) => {
                setOther(event.currentTarget.value)
                setPicked(undefined)
              }}
            />
          </label>
        </fieldset>
      </div>
      <div className={`grid gap-8 on-card ${shared.bar}`} data-few="">
        <WhyButton variant="danger" why={why} onPress={() => onSubmit(reason)}>
          {words.submit_final[verdict]}
        </WhyButton>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
    </section>
  )
}
