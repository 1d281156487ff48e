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

/** The number of columns; a page with a large picture has room for three fewer pictures next to it. */
export const columnsOf = ({ size }: WallLayout, tiles: number): number =>
  tiles <= 1 ? 1 : size === 4 ? 2 : size === 9 ? 3 : 4
