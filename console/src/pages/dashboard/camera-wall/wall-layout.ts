/** How many pictures a page of the wall has, and which page is shown; both are in the URL. */
export const wall_sizes = [4, 9, 12, 16] as const
export type WallSize = (typeof wall_sizes)[number]

export type WallLayout = {
  size: WallSize
  /** True if one picture is large and takes four places. */
  focus: boolean
  /** The page, from 1. */
  page: number
  pages: number
}

/** The layout from the URL; by default the smallest page that holds all cameras. */
export function wallLayout(search: URLSearchParams, cameras: number): WallLayout {
  const chosen = Number(search.get('wall'))
  const size = wall_sizes.find((one) => one === chosen) ?? wall_sizes.find((one) => one >= cameras) ?? 16
  const pages = Math.max(1, Math.ceil(cameras / size))
  const page = Number(search.get('page') ?? 1)
  return {
    size,
    focus: size > 4 && size < 16 && Math.min(cameras, size) > 4,
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, pages) : 1,
    pages,
  }
}

/** Parts of a row, which one to four pictures share evenly. */
export const row_parts = 12

/**
 * How many twelfths of a row each picture takes, the large one first. The pictures of the last rows are wider
 * where their number would leave a gap.
 */
export function spansOf({ size, focus }: WallLayout, tiles: number): number[] {
  const columns = tiles <= 1 ? 1 : size === 4 ? 2 : size === 9 ? 3 : 4
  const span = row_parts / columns
  // The large picture takes two columns of the first two rows.
  const first = focus ? [2 * span, ...Array.from({ length: 2 * (columns - 2) }, () => span)] : []
  const rest = tiles - first.length
  const over = rest > 0 ? rest % columns : 0
  const last =
    over === 0
      ? []
      : over > 1
        ? [over]
        : rest > columns
          ? [Math.ceil((columns + 1) / 2), Math.floor((columns + 1) / 2)]
          : []
  const wide = last.flatMap((count) => Array.from({ length: count }, () => row_parts / count))
  const even = Array.from({ length: Math.max(0, rest - wide.length) }, () => span)
  return [...first, ...even, ...wide].slice(0, tiles)
}
