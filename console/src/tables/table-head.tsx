/** The head of a table. The name of a last column with actions is only for screen readers. */
type Props<Column extends string> = {
  columns: readonly Column[]
  labels: Readonly<Record<Column, string>>
  /** The name of the column of actions; omitted if there is none. */
  acts?: string
}

export function TableHead<Column extends string>({ columns, labels, acts }: Props<Column>) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {labels[name]}
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
}
