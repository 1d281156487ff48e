/** The page numbers of a pager: first, last, current and its neighbours; at most seven entries. */
export function pagesToShow(page: number, last: number): (number | 'gap')[] {
  if (last <= 7) return Array.from({ length: last }, (_, at) => at + 1)
  const at = Math.min(Math.max(page, 1), last)
  if (at <= 4) return [1, 2, 3, 4, 5, 'gap', last]
  if (at >= last - 3) return [1, 'gap', last - 4, last - 3, last - 2, last - 1, last]
  return [1, 'gap', at - 1, at, at + 1, 'gap', last]
}
