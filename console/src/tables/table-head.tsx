/** The head of a table. The name of a last column with actions is only for screen readers. */
import type { ReactNode } from 'react'

type Props<Column extends string> = {
  columns: readonly Column[]
  labels: Readonly<Record<Column, string>>
  /** The name of the column of actions; omitted if there is none. */
  acts?: string
}

export function TableHead<Column extends string>({ columns, labels, acts }: Props<Column>) {
  return <HeadRow names={columns.map((name) => labels[name])} {...(acts === undefined ? {} : { acts })} />
}

/** A head row of texts. `acts`: the name of a last column that only screen readers need. */
export const HeadRow = ({ names, acts }: { names: readonly ReactNode[]; acts?: string }) => (
  <thead>
    <tr>
      {names.map((name, at) => (
        <th key={at} scope="col">
          {name}
        </th>
      ))}
      {acts !== undefined && (
        <th scope="col">
          <span className="visually-hidden">{acts}</span>
        </th>
      )}
    </tr>
  </thead>
)
