/** Placeholder rows of the right number and height while a list first loads, so that nothing jumps. */
export function TableSkeleton({ columns, rows = 8 }: { columns: number; rows?: number }) {
  return (
    <>
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row} data-skeleton="" aria-hidden="true">
          {Array.from({ length: columns }, (_, column) => (
            <td key={column}>
              <span style={{ width: `${55 + ((row * 7 + column * 13) % 40)}%` }} />
            </td>
          ))}
        </tr>
      ))}
    </>
  )
}
