/** A choice between a few options as cards, each with its effect, so that all of them can be compared. */
import { FieldMarks } from '#src/forms/field-marks.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import styles from './choice-cards.module.css'

type ChoiceCard = { value: string; title: string; effect: string }

type Props = { name: string; label: string; means: string; cards: readonly ChoiceCard[] }

export function ChoiceCards({ name, label, means, cards }: Props) {
  const { model, id, locked } = useForm()
  const chosen = String(useFieldValue(name))
  return (
    <fieldset
      className={styles.choice}
      disabled={locked !== undefined}
      aria-describedby={`${id}-${name}-help`}
    >
      <legend>
        {label}
        <FieldMarks name={name} label={label} was />
      </legend>
      <p id={`${id}-${name}-help`}>{means}</p>
      <div className={styles.cards}>
        {cards.map(({ value, title, effect }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => model.type(name, value)}
              onBlur={() => model.leave(name)}
            />
            <span>
              <b>{title}</b>
              {effect}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
