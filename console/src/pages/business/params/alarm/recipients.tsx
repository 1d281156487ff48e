/** The mail recipients, one per line. The text stays as typed; the form holds the parsed list. */
import { useState, useSyncExternalStore } from 'react'
import { sentenceOf } from '#src/core/errors.ts'
import { FieldMarks } from '#src/forms/field-marks.tsx'
import { useForm, useListField } from '#src/forms/form-context.ts'
import { useWords } from '#src/core/words.ts'
import form from '#src/forms/form.module.css'
import styles from './alarm.module.css'

const name = 'to_email'

export const addressesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;，；、]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function Recipients({ label, hint }: { label: string; hint: string }) {
  const errors = useWords('errors')
  const { model, id, locked } = useForm()
  const [list, setList] = useListField(name, addressesIn)
  const [typed, setTyped] = useState(list.join('\n'))
  const issue = useSyncExternalStore(model.subscribe, () => model.issue(name))
  // Show changes from outside (undo, a new answer), but keep spaces and empty lines while the user types.
  const text = linesOf(typed).join('\n') === list.join('\n') ? typed : list.join('\n')
  const [controlId, noteId] = [`${id}-${name}`, `${id}-${name}-note`]
  const wrong = issue ? list[Number(issue.field.split('.')[1] ?? NaN)] : undefined
  return (
    <div className={`${form.field} ${styles.recipients}`}>
      <div className={form.head}>
        <label className={form.label} htmlFor={controlId}>
          {label}
        </label>
        <FieldMarks name={name} label={label} />
      </div>
      <textarea
        id={controlId}
        name={name}
        className={form.input}
        rows={3}
        spellCheck={false}
        value={text}
        readOnly={locked !== undefined}
        aria-invalid={issue !== undefined}
        aria-describedby={noteId}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setList(linesOf(currentTarget.value))
        }}
      />
      <p id={noteId} className={form.note} data-tone={issue ? 'bad' : undefined} aria-live="polite">
        {issue ? `${wrong === undefined ? '' : `${wrong}：`}${sentenceOf(issue, errors)}` : hint}
      </p>
    </div>
  )
}
