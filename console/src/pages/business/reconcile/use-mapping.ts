/**
 * The mapping of a file while a user makes it: what is guessed from its names, from the last mapping and from
 * rows whose events the device knows, and what the user has chosen instead.
 */
import { useMemo, useState } from 'react'
import { useCall } from '#src/core/queries.ts'
import { offsetOfFile, type FileOffset } from './file-time.ts'
import {
  guessColumns,
  guessTypes,
  offsetKept,
  wordsIn,
  type Column,
  type Mapping,
  type TypeWord,
} from './guess-mapping.ts'
import type { Table } from './read-file.ts'
import { holdsUuids, knownIn, uuidsOf } from './records.ts'

/** How the offset of the times became known: by `rows` known events, by the user, or not yet. */
export type ShownOffset =
  | { kind: 'not_needed' }
  | { kind: 'found'; offset: FileOffset; rows: number }
  | { kind: 'chosen'; offset: FileOffset }
  | { kind: 'asked' }

const max_known = 500

/** `reason`: what is still missing, as a key of the page's texts; `reading`: the device is being asked. */
export type MappingDraft = {
  columns: Mapping['columns']
  types: readonly TypeWord[]
  offset: ShownOffset
  /** The chosen column of uuids holds none. */
  no_uuids: boolean
  reason: 'needs_time' | 'needs_key' | 'many_words' | 'needs_words' | 'needs_zone' | 'reading' | undefined
  /** undefined until nothing is missing. */
  mapping: Mapping | undefined
  chooseColumn: (column: Column, header: string) => void
  chooseType: (word: string, type: number | null) => void
  chooseOffset: (offset: FileOffset) => void
}

export function useMapping(table: Table, last: Mapping | null): MappingDraft {
  const [columns, setColumns] = useState(() => guessColumns(table, last))
  const [chosen_types, setTypes] = useState<readonly TypeWord[]>([])
  const [chosen_offset, setOffset] = useState<FileOffset>()
  const stays = columns.exit_time !== ''
  // Large files: computed again only for another column.
  const has_uuids = useMemo(() => holdsUuids(table, columns.uuid), [table, columns.uuid])
  const uuids = useMemo(() => uuidsOf(table, columns.uuid, max_known), [table, columns.uuid])
  const asked = useCall('/api/parking/find_reconcile_events', { uuids }, { enabled: has_uuids, large: true })
  const { data } = asked
  const { times, types: seen } = useMemo(() => {
    const known = new Map(data?.list.map((one) => [one.uuid.toLowerCase(), one]))
    return knownIn(table, columns, known)
  }, [table, columns, data])
  const types = (stays ? [] : guessTypes(table, columns.event_type, last, seen)).map(
    (one) => chosen_types.find(({ word }) => word === one.word) ?? one,
  )
  const found = useMemo(() => {
    const time_at = [columns.time, columns.exit_time].map((name) => table.header.indexOf(name))
    return offsetOfFile(
      table.rows.flatMap((row) => time_at.map((at) => row.cells[at] ?? '')),
      times,
    )
  }, [table, columns, times])
  const offset = shownOffset(found, chosen_offset, offsetKept(table, last))
  const by_facts = columns.lot_no !== '' && (stays || columns.event_type !== '')
  const reason =
    columns.time === ''
      ? 'needs_time'
      : !has_uuids && !by_facts
        ? 'needs_key'
        : has_uuids && asked.isLoading
          ? 'reading'
          : !stays && wordsIn(table, columns.event_type) === undefined
            ? 'many_words'
            : types.some(({ event_type }) => event_type === undefined)
              ? 'needs_words'
              : offset.kind === 'asked'
                ? 'needs_zone'
                : undefined
  return {
    columns,
    types,
    offset,
    reason,
    no_uuids: columns.uuid !== '' && !has_uuids,
    mapping:
      reason === undefined
        ? {
            columns: stays ? { ...columns, event_type: '' } : { ...columns, exit_uuid: '' },
            types: types.map(({ word, event_type = null }) => ({ word, event_type })),
            ...('offset' in offset && { utc_offset: offset.offset }),
          }
        : undefined,
    chooseColumn: (column, header) => setColumns({ ...columns, [column]: header }),
    chooseType: (word, event_type) =>
      setTypes([...chosen_types.filter((one) => one.word !== word), { word, event_type }]),
    chooseOffset: setOffset,
  }
}

function shownOffset(
  found: ReturnType<typeof offsetOfFile>,
  chosen: FileOffset | undefined,
  last: FileOffset | undefined,
): ShownOffset {
  if (found === 'not_needed') return { kind: 'not_needed' }
  if (chosen !== undefined) return { kind: 'chosen', offset: chosen }
  if (found) return { kind: 'found', ...found }
  return last === undefined ? { kind: 'asked' } : { kind: 'chosen', offset: last }
}
