/** Which sheet of a workbook is compared; nothing for a file with one table and no hidden rows. */
import { useId } from 'react'
import { useWords } from '#src/core/words.ts'
import styles from './reconcile.module.css'
import type { Sheet } from './read-sheets.ts'

type Props = { sheets: readonly Sheet[]; sheet: Sheet; onChoose: (sheet: Sheet) => void }

export function SheetField({ sheets, sheet, onChoose }: Props) {
  const [words, id] = [useWords('reconcile'), useId()]
  const others = sheets.filter((one) => one !== sheet)
  const other_rows = others.reduce((sum, { table }) => sum + table.rows.length, 0)
  return (
    <>
      {others.length > 0 && (
        <div className={styles.columns}>
          <div className="field">
            <label htmlFor={id}>{words.sheet}</label>
            <select
              id={id}
              className="input"
              value={sheets.indexOf(sheet)}
              aria-describedby={`${id}-note`}
              onChange={({ currentTarget }) => onChoose(sheets[Number(currentTarget.value)]!)}
            >
              {sheets.map(({ name, table }, n) => (
                <option key={n} value={n}>
                  {words.sheet_option(name, n + 1, table.rows.length)}
                </option>
              ))}
            </select>
            <p id={`${id}-note`} className="note">
              {words.other_sheets(other_rows)}
            </p>
          </div>
        </div>
      )}
      {sheet.hidden_rows > 0 && <p className="note">{words.hidden_rows(sheet.hidden_rows)}</p>}
    </>
  )
}
