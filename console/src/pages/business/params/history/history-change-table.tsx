/** Changed fields side by side: before and after. */
import { useWords } from '#src/core/words.ts'
import { useFieldLabel } from '#src/core/field-label.ts'
import { useValueText, type FieldChange, type Section } from '../labels/field-labels.ts'
import styles from './history-table.module.css'

type Props = { section: Section; changes: readonly FieldChange[]; before: string; after: string }

export function ChangeTable({ section, changes, before, after }: Props) {
  const words = useWords('history')
  const [label, text] = [useFieldLabel(), useValueText()]
  return (
    <div className={styles.change}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{label(section, change.field)}</th>
              <td>
                <del>
                  <bdi>{text(section, change, 'before')}</bdi>
                </del>
              </td>
              <td>
                <ins>
                  <bdi>{text(section, change, 'after')}</bdi>
                </ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
