/** The selected rows of the scene list, by id. A selection survives a change of filter, page and sorting. */
import { useRef, useState } from 'react'

export type RowSelection = {
  readonly ids: ReadonlySet<string>
  /** `range`: everything between this row and the one picked before, in the order shown. */
  pick: (id: string, on: boolean, range: boolean) => void
  set: (ids: Iterable<string>, on: boolean) => void
  clear: () => void
}

export function useRowSelection(shown: readonly { id: string }[]): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const set = (changed: Iterable<string>, on: boolean) =>
    setIds((now) => {
      const next = new Set(now)
      for (const id of changed)
        if (on) next.add(id)
        else next.delete(id)
      return next
    })
  return {
    ids,
    set,
    pick(id, on, range) {
      const [from, to] = [last.current, id].map((one) => shown.findIndex((row) => row.id === one))
      last.current = id
      const between =
        range && from !== undefined && to !== undefined && from >= 0 && to >= 0
          ? shown.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
          : [id]
      set(between, on)
    },
    clear: () => setIds(new Set()),
  }
}
