/**
 * A list that is refreshed while somebody reads it must not jump: rows that are shown stay where they are and only their
 * contents follow; what came in above them is counted, and shown when the reader asks for it.
 */
import { useState } from 'react'

export type Steady<Row> = { readonly rows: readonly Row[]; readonly fresh: number; readonly total: number }

/** `shown` brought up to date from `latest`, which has the newest first, and the number of rows that came in above. */
export function steady<Row>(
  shown: Steady<Row>,
  latest: { readonly total: number; readonly list: readonly Row[] },
  keyOf: (row: Row) => string,
): Steady<Row> {
  if (shown.rows.length === 0) return { rows: latest.list, fresh: 0, total: latest.total }
  const now = new Map(latest.list.map((row) => [keyOf(row), row]))
  const known = new Set(shown.rows.map(keyOf))
  const firstKnown = latest.list.findIndex((row) => known.has(keyOf(row)))
  // nothing of what is shown is on the page any more: at least a whole page is new, and the total says how many
  const above = firstKnown === -1 ? Math.max(latest.list.length, latest.total - shown.total) : firstKnown
  // What is missing may only have been pushed to the next page; where something below it is still here, or everything is here, it is gone.
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
 * Holds the rows of one page (`key`: its filters and number) while `latest` is polled. `placeholder` says that `latest` still
 * belongs to the page before.
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
  // Set while rendering, as React advises for state that follows what is passed in: the old rows are never painted.
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
    // With `newest`, what was asked for just now: what is gone goes from the list too.
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
