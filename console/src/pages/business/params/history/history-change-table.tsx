/** Changed fields side by side: before and after. */
import { useFieldLabel } from '#src/core/field-label.ts'
import { useWords } from '#src/core/words.ts'
import { ChangeTable } from '#src/tables/expandable-table.tsx'
import { useValueText, type FieldChange, type Section } from '../labels/field-labels.ts'
import styles from './history-table.module.css'

type Props = { section: Section; changes: readonly FieldChange[]; before: string; after: string }

export function ChangeList({ section, changes, before, after }: Props) {
  const words = useWords('history')
  const [label, text] = [useFieldLabel(), useValueText()]
  return (
    <div className={styles.changes}>
      <ChangeTable
        columns={[words.field, before, after]}
        rows={changes.map((change) => ({
          key: change.field,
          name: label(section, change.field),
          values: [
            <del className="ink-3" key="before">
              <bdi>{text(section, change, 'before')}</bdi>
            </del>,
            <ins key="after">
              <bdi>{text(section, change, 'after')}</bdi>
            </ins>,
          ],
        }))}
      />
    </div>
  )
}
