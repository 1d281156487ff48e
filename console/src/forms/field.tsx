/**
 * One field of a form. Kind, range, unit and choices come from the schema, the label from
 * the page's dictionary. Long because each kind of control is short and all share one frame.
 */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { sentenceOf } from '../core/errors.ts'
import { useWords } from '../core/words.ts'
import { FieldMarks } from './field-marks.tsx'
import { useForm } from './form-context.ts'
import styles from './form.module.css'
import { isOptional, type Kind } from './kinds.ts'
import type { FormModel } from './model.ts'
import { useFieldText } from './field-text.ts'
import { useUnit } from './unit.ts'
import { Switch } from './switch.tsx'

export type FieldProps = {
  name: string
  label: string
  /** What the user must know to fill it in, if the range does not say it. */
  hint?: ReactNode
  /** Shows the saved value next to the label while a different one is typed. */
  was?: boolean
  /** A fault of the saved value that the device found later; shown until the value is changed. */
  fault?: string | undefined
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function Field({ name, label, hint, was = false, fault }: FieldProps) {
  const { model, id, locked, factory, help: helps, mixed, nameField } = useForm()
  const [words, errors] = [useWords('forms'), useWords('errors')]
  const issue = useSyncExternalStore(model.subscribe, () => model.issue(name))
  const remote_text = useSyncExternalStore(model.subscribe, () => model.remoteText(name))
  // Constant without a fault, so that the first keystroke does not render the field.
  const fault_applies = useSyncExternalStore(
    model.subscribe,
    () => fault !== undefined && model.raw(name) === model.rawBegan(name),
  )
  const shown_fault = fault_applies ? fault : undefined
  const bad = issue !== undefined || shown_fault !== undefined
  const control = useRef<Control>(null)
  const kind = model.kindOf(name)
  const [fieldText, unitOf] = [useFieldText(), useUnit()]
  const [controlId, noteId, helpId] = [`${id}-${name}`, `${id}-${name}-note`, `${id}-${name}-help`]
  const help = helps?.[name]

  // The input holds its own text. It is written only if the value changed elsewhere: by undo, a new answer or
  // a paste. Before the paint, so that no input event comes in between.
  useLayoutEffect(() => {
    const follow = () => {
      if (control.current) write(control.current, model, name)
    }
    follow()
    return model.subscribe(follow)
  }, [model, name])

  useEffect(() => nameField(name, label), [nameField, name, label])

  const attributes: Attributes = {
    id: controlId,
    name,
    'aria-invalid': bad,
    // A fault is announced alone, without the help.
    'aria-describedby': help === undefined || bad ? noteId : `${noteId} ${helpId}`,
    'aria-required': kind.required,
    onBlur: () => model.leave(name),
  }
  const disabled = locked !== undefined
  const note = issue
    ? sentenceOf(issue, errors)
    : remote_text !== undefined
      ? words.changed_meanwhile(fieldText(kind, remote_text))
      : (shown_fault ?? hint ?? rangeOf(kind, unitOf(kind), words))

  return (
    <div
      className={
        kind.kind === 'area'
          ? `flex column slim ${styles.field} whole-row`
          : `flex column slim ${styles.field}`
      }
      data-kind={kind.kind}
    >
      <div className={`flex wrap start spread slim ${styles.head}`}>
        <label className={`below-4 text-13 ink-2 leading-20 ${styles.label}`} htmlFor={controlId}>
          {label}
        </label>
        {mixed && isOptional(kind) && (
          <span className={`text-12 ink-3 leading-20 ${styles.optional}`} aria-hidden="true">
            {words.optional}
          </span>
        )}
        {factory && <FieldMarks name={name} label={label} was={was} />}
      </div>
      <Input
        ref={control}
        kind={kind}
        name={name}
        model={model}
        attributes={attributes}
        disabled={disabled}
      />
      <p
        id={noteId}
        className={`text-12 ink-3 anywhere leading-20 ${styles.note}`}
        data-tone={bad ? 'bad' : remote_text !== undefined ? 'warn' : undefined}
        aria-live="polite"
      >
        {note}
      </p>
      {help !== undefined && (
        <p id={helpId} className={`text-12 ink-3 anywhere leading-20 ${styles.help}`}>
          {help}
        </p>
      )}
    </div>
  )
}

type Attributes = {
  id: string
  name: string
  'aria-invalid': boolean
  'aria-describedby': string
  'aria-required': boolean
  onBlur: () => void
}

type InputProps = {
  ref: { current: Control | null }
  kind: Kind
  name: string
  model: FormModel
  attributes: Attributes
  disabled: boolean
}

function Input({ ref, kind, name, model, attributes, disabled }: InputProps) {
  const codes = useWords('codes')
  const words = useWords('forms')
  const unitOf = useUnit()
  const hold = (element: Control | null) => {
    ref.current = element
  }
  const first = model.raw(name)
  switch (kind.kind) {
    case 'switch':
      return (
        <span className={`row relative ${styles.control}`}>
          <Switch
            {...attributes}
            aria-required={undefined}
            ref={hold}
            defaultChecked={first === true}
            disabled={disabled}
            onChange={(event) => model.type(name, event.currentTarget.checked)}
          />
        </span>
      )
    case 'choice': {
      const labels: Readonly<Record<string, string>> =
        kind.table === undefined
          ? {}
          : ((codes as Readonly<Record<string, Readonly<Record<string, string>>>>)[kind.table] ?? {})
      return (
        <span className={`row relative ${styles.control}`}>
          <select
            {...attributes}
            ref={hold}
            className={`slim full text-14 ink figures round-6 leading-15 ${styles.input}`}
            defaultValue={String(first)}
            disabled={disabled}
            onChange={(event) => model.type(name, event.currentTarget.value)}
          >
            {(first === '' || !kind.required) && (
              <option value="" disabled={kind.required}>
                {kind.required ? words.choose : words.none}
              </option>
            )}
            {kind.choices.map(({ value, word }) => (
              <option key={value} value={String(value)}>
                {labels[word] ?? word}
              </option>
            ))}
          </select>
        </span>
      )
    }
    case 'area':
      return (
        <span className={`row relative ${styles.control}`}>
          <textarea
            {...attributes}
            ref={hold}
            className={`slim full text-14 ink figures round-6 leading-15 ${styles.input}`}
            rows={4}
            spellCheck={false}
            defaultValue={String(first)}
            readOnly={disabled}
            onInput={(event) => model.type(name, event.currentTarget.value)}
          />
        </span>
      )
    case 'secret':
      return <Secret hold={hold} name={name} model={model} attributes={attributes} disabled={disabled} />
    case 'text':
    case 'whole':
    case 'decimal': {
      const unit = unitOf(kind)
      return (
        <span className={`row relative ${styles.control}`}>
          <input
            {...attributes}
            ref={hold}
            className={`slim full text-14 ink figures round-6 leading-15 ${styles.input}`}
            type="text"
            autoComplete="off"
            spellCheck={false}
            data-unit={unit ? '' : undefined}
            inputMode={kind.kind === 'text' ? undefined : kind.kind === 'whole' ? 'numeric' : 'decimal'}
            defaultValue={String(first)}
            readOnly={disabled}
            onInput={(event) => model.type(name, event.currentTarget.value)}
          />
          {unit && (
            <span className={`note untouchable absolute ${styles.unit}`} aria-hidden="true">
              {unit}
            </span>
          )}
        </span>
      )
    }
    case 'other':
      throw new Error(`"${name}" is a list or an object: the page brings its own control for it`)
  }
}

/** Write-only: an empty field keeps the secret stored on the device. */
function Secret({
  hold,
  name,
  model,
  attributes,
  disabled,
}: Omit<InputProps, 'ref' | 'kind'> & { hold: (element: Control | null) => void }) {
  const words = useWords('forms')
  const [shown, setShown] = useState(false)
  // If an empty field would not keep the secret, the placeholder must not say so.
  const stays = useSyncExternalStore(model.subscribe, () => model.issue(name)?.issue !== 'secret_place')
  return (
    <span className={`row relative ${styles.control}`}>
      <input
        {...attributes}
        ref={hold}
        className={`slim full text-14 ink figures round-6 leading-15 ${styles.input}`}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        data-unit=""
        placeholder={model.isSet(name) && stays ? words.secret_stored : undefined}
        defaultValue={String(model.raw(name))}
        readOnly={disabled}
        onInput={(event) => model.type(name, event.currentTarget.value)}
      />
      <button
        type="button"
        className={`plain pad-0-8 text-13 link round-4 ${styles.reveal}`}
        aria-pressed={shown}
        aria-controls={attributes.id}
        onClick={() => setShown(!shown)}
      >
        {shown ? words.hide : words.show}
      </button>
    </span>
  )
}

/**
 * Writes the model's text into the input unless it already has it, because a write would disturb an IME
 * composition.
 */
function write(control: Control, model: FormModel, name: string): void {
  const raw = model.raw(name)
  if (control instanceof HTMLInputElement && control.type === 'checkbox') {
    if (control.checked !== raw) control.checked = raw === true
  } else if (control.value !== raw) control.value = String(raw)
}

type FormWords = { range: (least: string, most: string, unit: string) => string }

function rangeOf(kind: Kind, unit: string, words: FormWords): string {
  if (kind.kind !== 'whole' && kind.kind !== 'decimal') return ''
  if (kind.min === undefined || kind.max === undefined) return ''
  return words.range(grouped(kind.min), grouped(kind.max), unit)
}

/** Only long numbers are grouped: a port is shown as 65535, a size as 8,000,000. */
const grouped = (number: number): string =>
  Math.abs(number) < 100_000 ? String(number) : number.toLocaleString('en')
