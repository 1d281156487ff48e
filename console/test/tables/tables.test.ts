import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pagesToShow } from '#src/tables/pages-to-show.ts'
import { steady } from '#src/tables/steady-list.ts'
import { pageIn, withChanges } from '#src/tables/use-url-state.ts'

describe('the state in the URL', () => {
  it('reads invalid numbers as the first page', () => {
    const read = (text: string) => pageIn(new URLSearchParams(text))
    expect(read('')).toEqual({ page: 1, page_size: 20 })
    expect(read('page=3&page_size=50')).toEqual({ page: 3, page_size: 50 })
    for (const odd of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page_size=7', 'page=1e99'])
      expect(read(odd)).toEqual({ page: 1, page_size: 20 })
  })
  it('removes empty values and keeps the rest', () => {
    expect(withChanges(new URLSearchParams('a=1&b=2'), { a: '', c: 3, d: undefined }).toString()).toBe(
      'b=2&c=3',
    )
  })
})

describe('the page numbers of a pager', () => {
  it('are at most seven, ascending, with both ends and the current page (property)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (a, b) => {
        const [page, last] = [Math.min(a, b), Math.max(a, b)]
        const shown = pagesToShow(page, last)
        const numbers = shown.filter((one) => one !== 'gap')
        expect(shown.length).toBeLessThanOrEqual(7)
        expect(numbers).toEqual([...numbers].sort((x, y) => x - y))
        expect(numbers).toEqual(expect.arrayContaining([1, page, last]))
      }),
    )
  })
})

describe('a list that does not jump', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id: String(id), at: id }))
  const keyOf = (row: { id: string }) => row.id
  it('keeps rows in place, updates them, and counts new ones above', () => {
    const shown = { rows: rows(3, 2, 1), fresh: 0, total: 3 }
    const latest = { total: 5, list: [...rows(5, 4), { id: '3', at: 33 }] }
    expect(steady(shown, latest, keyOf)).toEqual({
      rows: [{ id: '3', at: 33 }, ...rows(2, 1)],
      fresh: 2,
      total: 3,
    })
  })
  it('shows new rows of an empty list at once', () => {
    expect(steady({ rows: [], fresh: 0, total: 0 }, { total: 1, list: rows(1) }, keyOf).rows).toEqual(rows(1))
  })
  it('removes a row that is certainly gone, but not one that moved to the next page', () => {
    const shown = { rows: rows(4, 3, 2, 1), fresh: 0, total: 40 }
    expect(steady(shown, { total: 39, list: rows(4, 2, 1) }, keyOf)).toEqual({
      rows: rows(4, 2, 1),
      fresh: 0,
      total: 39,
    })
    expect(steady(shown, { total: 42, list: rows(6, 5, 4, 3) }, keyOf)).toEqual({
      rows: rows(4, 3, 2, 1),
      fresh: 2,
      total: 40,
    })
    expect(steady({ rows: rows(2, 1), fresh: 0, total: 2 }, { total: 0, list: [] }, keyOf).rows).toEqual([])
  })
  it('counts by the total when a whole page is new', () => {
    expect(
      steady({ rows: rows(2, 1), fresh: 0, total: 2 }, { total: 60, list: rows(60, 59) }, keyOf).fresh,
    ).toBe(58)
  })
})
