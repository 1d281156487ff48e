/** The selected rows of the scene list, by id. A selection survives a change of filter, page and sorting. */
import { useEffect, useMemo, useRef, useState } from 'react'

export type RowSelection = {
  readonly ids: ReadonlySet<string>
  /** `range`: changes everything between this row and the one picked before, in the order shown. */
  pick: (id: string, on: boolean, range: boolean) => void
  set: (ids: Iterable<string>, on: boolean) => void
  clear: () => void
}

export function useRowSelection(shown: readonly { id: string }[]): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const rows = useRef(shown)
  useEffect(() => {
    rows.current = shown
  })
  // The same functions on every render, so that selecting a row renders no other row.
  const actions = useMemo(() => {
    const set = (changed: Iterable<string>, on: boolean) =>
      setIds((now) => {
        const next = new Set(now)
        for (const id of changed)
          if (on) next.add(id)
          else next.delete(id)
        return next
      })
    return {
      set,
      pick(id: string, on: boolean, range: boolean) {
        const [from, to] = [last.current, id].map((one) => rows.current.findIndex((row) => row.id === one))
        last.current = id
        const between =
          range && from !== undefined && to !== undefined && from >= 0 && to >= 0
            ? rows.current.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
            : [id]
        set(between, on)
      },
      clear: () => setIds(new Set()),
    }
  }, [])
  return useMemo(() => ({ ids, ...actions }), [ids, actions])
}
