/** Changes made since an act, in the words of the pages where they are made. */
import type { AnswerAt } from '#src/core/api.ts'
import { useFieldLabel } from '#src/core/field-label.ts'
import { useWords } from '#src/core/words.ts'
import styles from './acts.module.css'

type Conflict = AnswerAt<'/api/system/preview_undo'>['conflicts'][number]

/** Number of fields that fit two lines. */
const max_fields = 4

export function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const words = useWords('acts')
  const label = useFieldLabel()
  const fieldsOf = ({ name, fields }: Conflict): string => {
    if (fields.length === 0) return ''
    const labels = fields.slice(0, max_fields).map((field) => label(name, field))
    return words.fields(labels.join('、'), fields.length > max_fields ? fields.length : 0)
  }
  return (
    <ul className={`listed grid gap-4 ${styles.conflicts}`}>
      {conflicts.map((one, at) => (
        <li key={`${one.act_id} ${at}`}>
          {words.why[one.why](words.names[one.name] ?? one.name, fieldsOf(one))}
        </li>
      ))}
    </ul>
  )
}
