/**
 * Asks for the car park before a new scene is saved for the first time: the platform bills the scene's events
 * to this number.
 */
import { useId, useState } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './parking.module.css'
import type { Start } from './scene-work.tsx'

type Props = {
  /** The number that all scenes share; empty if there is none. */
  suggestion: string
  known: Start['parking_nos']
  onSave: (parking_no: string) => void
  onClose: () => void
}

export function ParkingDialog({ suggestion, known, onSave, onClose }: Props) {
  const words = useWords('camera').scene
  const [text, setText] = useState(suggestion)
  const id = useId()
  const parking_no = text.trim()
  return (
    <Dialog
      title={words.parking.title}
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.parking.cancel}</Button>
          <WhyButton
            variant="primary"
            why={parking_no === '' ? words.parking.ask : undefined}
            onPress={() => onSave(parking_no)}
          >
            {parking_no === '' ? words.save : words.parking.save_in(parking_no)}
          </WhyButton>
        </>
      }
    >
      <form
        id={id}
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault()
          if (parking_no !== '') onSave(parking_no)
        }}
      >
        <p>{suggestion === '' ? words.parking.ask : words.parking.agree(suggestion)}</p>
        <label className="block below-4 text-13 ink-2 leading-15" htmlFor={`${id}-no`}>
          {words.attributes.parking_no}
        </label>
        <input
          id={`${id}-no`}
          className="input"
          value={text}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p id={`${id}-note`} className={styles.note}>
          {words.attributes.parking_hint}
        </p>
        {known.length > 1 && (
          <ul className={`grid gap-6 above-12 ${styles.known}`} aria-label={words.parking.known}>
            {known.map((one) => (
              <li key={one.parking_no}>
                <button
                  type="button"
                  className="ringed row spread full gap-16 pad-8-12 text-14 ink text-start round-8 on-card"
                  aria-pressed={one.parking_no === parking_no}
                  onClick={() => setText(one.parking_no)}
                >
                  <strong className="slim medium anywhere">{one.parking_no}</strong>
                  <span className="note rigid">{words.parking.scenes(one.scene_num)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </form>
    </Dialog>
  )
}
