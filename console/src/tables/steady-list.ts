/**
 * Keeps a list from jumping when it refreshes while it is being read: the rows shown keep their position and
 * only their contents change; new rows are counted, and shown on request.
 */
import { useState } from 'react'

export type Steady<Row> = { readonly rows: readonly Row[]; readonly fresh: number; readonly total: number }

/** Updates `shown` from `latest` (newest first), and counts the new rows above. */
export function steady<Row>(
  shown: Steady<Row>,
  latest: { readonly total: number; readonly list: readonly Row[] },
  keyOf: (row: Row) => string,
): Steady<Row> {
  if (shown.rows.length === 0) return { rows: latest.list, fresh: 0, total: latest.total }
  const now = new Map(latest.list.map((row) => [keyOf(row), row]))
  const known = new Set(shown.rows.map(keyOf))
  const firstKnown = latest.list.findIndex((row) => known.has(keyOf(row)))
  // none of the rows shown is on the latest page: at least a whole page is new, and the total says how many
  const above = firstKnown === -1 ? Math.max(latest.list.length, latest.total - shown.total) : firstKnown
  // A missing row may only have moved to the next page. It is gone if a row below it is still there, or if
  // this page is complete.
  const lastKnown = shown.rows.findLastIndex((row) => now.has(keyOf(row)))
  const whole = latest.list.length >= latest.total
  const rows = shown.rows.flatMap((row, at) => now.get(keyOf(row)) ?? (whole || at < lastKnown ? [] : [row]))
  return { rows, fresh: above, total: shown.total - (shown.rows.length - rows.length) }
}

type Held<Row> = {
  key: string
  latest: { total: number; list: readonly Row[] } | undefined
  shown: Steady<Row>
}

/**
 * Holds the rows of one page (`key`: its filters and number) while `latest` is polled. `placeholder`:
 * `latest` still belongs to the previous page.
 */
export function useSteadyList<Row>(
  key: string,
  latest: { total: number; list: readonly Row[] } | undefined,
  placeholder: boolean,
  keyOf: (row: Row) => string,
): Steady<Row> & { showFresh: (newest?: { total: number; list: readonly Row[] }) => void } {
  const [held, setHeld] = useState<Held<Row>>({
    key,
    latest: undefined,
    shown: { rows: [], fresh: 0, total: 0 },
  })
  let current = held
  // Set while rendering, as React recommends for state derived from props: the old rows are never painted.
  if (latest !== undefined && !placeholder && (held.latest !== latest || held.key !== key)) {
    const shown =
      held.key === key
        ? steady(held.shown, latest, keyOf)
        : { rows: latest.list, fresh: 0, total: latest.total }
    current = { key, latest, shown }
    setHeld(current)
  }
  return {
    ...current.shown,
    // With `newest`, at the user's request: rows that are gone disappear too.
    showFresh: (newest = current.latest) => {
      if (newest)
        setHeld({
          key: current.key,
          latest: newest,
          shown: { rows: newest.list, fresh: 0, total: newest.total },
        })
    },
  }
}
