/**
 * The controls of the side panel. They change the document while the user types, so that checks and picture
 * update at once.
 */
import { useId, useState, type ReactNode } from 'react'
import { Switch } from '#src/forms/switch.tsx'
import styles from './panel.module.css'

type Common = { label: string; hint?: string; bad?: boolean }

function Labelled({ label, hint, id, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="note flush leading-14">
          {hint}
        </p>
      )}
    </div>
  )
}

export function TextField({
  name,
  value,
  onChange,
  max_length,
  ...rest
}: Common & { name: string; value: string; onChange: (value: string) => void; max_length: number }) {
  const id = useId()
  return (
    <Labelled {...rest} id={id}>
      <input
        id={id}
        name={name}
        className="input"
        value={value}
        maxLength={max_length}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={rest.bad}
        aria-describedby={rest.hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Labelled>
  )
}

/** A choice from a table of codes. `value` is undefined if the selected lots differ. */
export function ChoiceField<T extends Record<string, number>>({
  table,
  words,
  value,
  mixed,
  onChange,
  ...rest
}: Common & {
  table: T
  words: Readonly<Record<keyof T, string>>
  value: T[keyof T] | undefined
  mixed: string
  onChange: (value: T[keyof T]) => void
}) {
  const id = useId()
  const entries = Object.entries(table) as [keyof T & string, T[keyof T]][]
  return (
    <Labelled {...rest} id={id}>
      <select
        id={id}
        className="input"
        value={value ?? ''}
        aria-describedby={rest.hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(Number(event.currentTarget.value) as T[keyof T])}
      >
        {value === undefined && (
          <option value="" disabled>
            {mixed}
          </option>
        )}
        {entries.map(([word, code]) => (
          <option key={word} value={code}>
            {words[word]}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/**
 * A number field that accepts partial input: valid numbers are reported at once, others are reset on blur.
 */
export function NumberInput({
  value,
  onChange,
  label,
  id,
  ...range
}: {
  value: number | undefined
  onChange: (value: number) => void
  label?: string
  id?: string
  min?: number
  max?: number
  step?: number
  'aria-describedby'?: string
}) {
  const [typed, setTyped] = useState<string>()
  return (
    <input
      {...range}
      id={id}
      className="input"
      type="number"
      inputMode="decimal"
      aria-label={label}
      value={typed ?? (value === undefined ? '' : String(value))}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        if (text !== '' && Number.isFinite(Number(text))) onChange(Number(text))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

export function NumberField({
  value,
  onChange,
  min,
  max,
  ...rest
}: Common & { value: number | undefined; onChange: (value: number) => void; min: number; max: number }) {
  const id = useId()
  return (
    <Labelled {...rest} id={id}>
      <NumberInput
        id={id}
        value={value}
        onChange={onChange}
        min={min}
        max={max}
        step={1}
        aria-describedby={rest.hint ? `${id}-hint` : undefined}
      />
    </Labelled>
  )
}

export function SwitchField({
  label,
  hint,
  value,
  onChange,
}: Common & { value: boolean; onChange: (value: boolean) => void }) {
  const id = useId()
  return (
    <div>
      <label className={`row gap-8 text-14 medium pointer ${styles.switch}`}>
        <Switch
          aria-describedby={hint ? `${id}-hint` : undefined}
          checked={value}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="note flush leading-14">
          {hint}
        </p>
      )}
    </div>
  )
}
