/**
 * Corrects a plate: one field for typing, input methods and arrow keys, with per-character boxes that show
 * errors.
 */
import { plateFacts, typedPlate } from '@parking/contract/plate/plate-grammar.ts'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type InputEvent,
  type KeyboardEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useWords } from '#src/core/words.ts'
import shared from './check.module.css'
import styles from './plate.module.css'
import type { CheckRow } from './verdict-queue.ts'
import { choicesFor, nextInRing } from './plate-choices.ts'
import { CloseUp, PlateBoxes, PlateIssues } from './plate-view.tsx'
import { Button } from '#src/ui/button/button.tsx'

type Props = {
  row: CheckRow
  plate: string
  type: number
  onSave: (plate: string) => void
  onCancel: () => void
  onDraft: (plate: string | undefined) => void
}

export function PlateEditor({ row, plate, type, onSave, onCancel, onDraft }: Props) {
  const words = useWords('checks')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { plate: read } = plateFacts(plate, type)
  const [typed, setTyped] = useState(read)
  const [at, setAt] = useState<number | undefined>()
  /** The plate the user was warned about; saving it again confirms it. */
  const [warned, setWarned] = useState('')
  // What was read is shown as it is: an O may be a 0, a D or a Q.
  const facts = plateFacts(typed === read ? read : typedPlate(typed), type)
  const characters = [...typed]
  const why = facts.plate === '' ? words.why_empty : undefined

  const select = (to: number) => {
    const place = Math.max(0, Math.min(to, [...(field.current?.value ?? '')].length - 1))
    field.current?.focus()
    field.current?.setSelectionRange(place, place + 1)
    setAt(place)
  }
  const start = facts.issues.find((issue) => issue.what === 'character')?.at ?? Math.min(2, characters.length)
  const begin = useEffectEvent(() => select(start))
  useEffect(() => begin(), [])

  const write = (next: string) => {
    setTyped(next)
    onDraft(next)
  }
  /** Replaces one character and keeps it selected. */
  const put = (place: number, character: string) => {
    flushSync(() => write(characters.with(place, character).join('')))
    select(place)
  }
  /**
   * Typing overwrites the next character; after a deletion it inserts. Synchronous, because the next key may
   * follow at once.
   */
  function onInput({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) {
    const { inputType, isComposing } = nativeEvent
    if (isComposing) return write(currentTarget.value)
    const place = currentTarget.selectionStart ?? 0
    const next = currentTarget.value.toUpperCase()
    flushSync(() => write(next))
    currentTarget.setSelectionRange(
      place,
      inputType === 'insertText' && place < next.length ? place + 1 : place,
    )
  }
  function save() {
    if (why !== undefined) return
    if (facts.kind === undefined && warned !== facts.plate) return setWarned(facts.plate)
    onSave(facts.plate)
  }
  function cancel() {
    onDraft(undefined)
    onCancel()
  }
  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const place = field.current?.selectionStart ?? 0
    const is = characters[place]
    const action = {
      Enter: save,
      Escape: cancel,
      ArrowLeft: event.shiftKey ? undefined : () => select(place - 1),
      ArrowRight: event.shiftKey ? undefined : () => select(place + 1),
      ArrowUp: is === undefined ? undefined : () => put(place, nextInRing(is, place, type, -1)),
      ArrowDown: is === undefined ? undefined : () => put(place, nextInRing(is, place, type, 1)),
    }[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  const choices = at === undefined || characters[at] === undefined ? [] : choicesFor(characters[at], at, type)
  return (
    <section className={`grid slim gap-12 ${shared.work}`} aria-label={words.edit}>
      <div className={`grid gap-12 ${shared.panes}`}>
        <div className={`grid slim gap-8 ${styles.plate}`}>
          <CloseUp row={row} />
          <PlateBoxes facts={{ ...facts, plate: typed.toUpperCase() }} at={at} onPick={select} />
          <p className={styles.read}>{words.plate_read(row.plate_read || words.no_plate)}</p>
        </div>
        <div className={`grid slim gap-8 ${styles.plate}`}>
          <label className="visually-hidden" htmlFor={id}>
            {words.plate}
          </label>
          <input
            ref={field}
            id={id}
            className={`full ink mono round-6 ${styles.input}`}
            value={typed}
            maxLength={16}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-describedby={`${id}-keys`}
            aria-invalid={facts.kind === undefined}
            onKeyDown={onKey}
            onSelect={(event) => setAt(event.currentTarget.selectionStart ?? undefined)}
            onInput={onInput}
            onCompositionEnd={(event) => write(event.currentTarget.value.toUpperCase())}
          />
          <PlateIssues facts={facts} />
          {warned !== '' && warned === facts.plate && (
            <p className="warn medium" role="alert">
              {words.odd_save}
            </p>
          )}
          {choices.length > 0 && at !== undefined && (
            <div className={styles.choices} role="group" aria-label={words.choices}>
              <span>{words.choices}</span>
              {choices.map((one) => (
                <Button key={one} tabIndex={-1} onClick={() => put(at, one)}>
                  {one}
                </Button>
              ))}
            </div>
          )}
          <p id={`${id}-keys`} className={styles.keys}>
            {words.edit_keys}
          </p>
        </div>
      </div>
      <div className={`grid gap-8 on-card ${shared.bar}`} data-few="">
        <WhyButton variant="primary" why={why} onPress={save}>
          {words.save}
        </WhyButton>
        <Button onClick={cancel}>{words.give_up}</Button>
      </div>
    </section>
  )
}
