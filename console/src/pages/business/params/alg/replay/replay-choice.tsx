/** A labelled select for one setting of a replay. */
import styles from './replay.module.css'

type Props<Value extends string> = {
  label: string
  value: Value
  /** In display order; an option with `missing` cannot be chosen. */
  options: readonly { value: Value; text: string; missing?: boolean }[]
  disabled: boolean
  /** `id` of the text that explains the choice. */
  note?: string | undefined
  onChange: (value: Value) => void
}

export function ReplayChoice<Value extends string>({
  label,
  value,
  options,
  disabled,
  note,
  onChange,
}: Props<Value>) {
  return (
    <label className={styles.choice}>
      {label}
      <select
        className="input"
        value={value}
        disabled={disabled}
        aria-describedby={note}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value} disabled={one.missing}>
            {one.text}
          </option>
        ))}
      </select>
    </label>
  )
}
