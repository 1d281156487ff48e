/**
 * Finds the assignment with the largest total gain (Hungarian algorithm with potentials, in the cubic form of
 * Jonker and Volgenant).
 */

/**
 * `gains[row][column]` is at least 0, and 0 forbids the pair. Returns the column of each row, or undefined if
 * the row gets none. No column is assigned twice.
 */
export function assign(gains: readonly (readonly number[])[]): (number | undefined)[] {
  const rows = gains.length
  const columns = gains[0]?.length ?? 0
  // Each row gets an extra column that means "none", so that there are always enough columns.
  const width = columns + rows
  const costOf = (row: number, column: number): number =>
    column < columns ? -(gains[row]?.[column] ?? 0) : 0
  const potential_of_row = new Float64Array(rows + 1)
  const potential_of_column = new Float64Array(width + 1)
  const row_of = new Int32Array(width + 1)
  const came_from = new Int32Array(width + 1)
  for (let row = 1; row <= rows; row++) {
    row_of[0] = row
    let column = 0
    const min_reduced = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY)
    const used = new Uint8Array(width + 1)
    do {
      used[column] = 1
      const current = row_of[column]!
      let [delta, next] = [Number.POSITIVE_INFINITY, 0]
      for (let other = 1; other <= width; other++) {
        if (used[other]) continue
        const reduced =
          costOf(current - 1, other - 1) - potential_of_row[current]! - potential_of_column[other]!
        if (reduced < min_reduced[other]!) {
          min_reduced[other] = reduced
          came_from[other] = column
        }
        if (min_reduced[other]! < delta) {
          delta = min_reduced[other]!
          next = other
        }
      }
      for (let other = 0; other <= width; other++) {
        if (used[other]) {
          potential_of_row[row_of[other]!]! += delta
          potential_of_column[other]! -= delta
        } else min_reduced[other]! -= delta
      }
      column = next
    } while (row_of[column] !== 0)
    do {
      const before = came_from[column]!
      row_of[column] = row_of[before]!
      column = before
    } while (column !== 0)
  }
  const result = Array.from({ length: rows }, (): number | undefined => undefined)
  for (let column = 1; column <= columns; column++) {
    const row = row_of[column]! - 1
    if (row >= 0 && (gains[row]?.[column - 1] ?? 0) > 0) result[row] = column - 1
  }
  return result
}
