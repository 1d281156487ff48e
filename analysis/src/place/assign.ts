/**
 * The assignment with the greatest sum of gains (Hungarian method with potentials, in the cubic form of
 * Jonker and Volgenant).
 */

/**
 * `gains[row][column]`, at least 0; 0 means "may not". For each row its column, or undefined where it gets
 * none. No column is given twice.
 */
export function assign(gains: readonly (readonly number[])[]): (number | undefined)[] {
  const rows = gains.length
  const columns = gains[0]?.length ?? 0
  // A column of its own for each row stands for "none", so that the number of columns always suffices.
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
    const least = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY)
    const used = new Uint8Array(width + 1)
    do {
      used[column] = 1
      const current = row_of[column]!
      let [delta, next] = [Number.POSITIVE_INFINITY, 0]
      for (let other = 1; other <= width; other++) {
        if (used[other]) continue
        const reduced =
          costOf(current - 1, other - 1) - potential_of_row[current]! - potential_of_column[other]!
        if (reduced < least[other]!) {
          least[other] = reduced
          came_from[other] = column
        }
        if (least[other]! < delta) {
          delta = least[other]!
          next = other
        }
      }
      for (let other = 0; other <= width; other++) {
        if (used[other]) {
          potential_of_row[row_of[other]!]! += delta
          potential_of_column[other]! -= delta
        } else least[other]! -= delta
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
