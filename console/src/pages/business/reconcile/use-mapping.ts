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
import { columnAt, type Table } from './read-file.ts'
import { holdsUuids, isOfStays, knownIn, uuidsOf } from './records.ts'

/** How the offset of the times became known: by `rows` known events, by the user, or not yet. */
export type ShownOffset =
  | { kind: 'not_needed' }
  | { kind: 'found'; offset: FileOffset; rows: number }
  | { kind: 'chosen'; offset: FileOffset }
  | { kind: 'asked' }

/** At most so many uuids of so many columns are asked about, within `reconcile_page`. */
const [max_known, max_columns] = [500, 8]

/** `reason`: what is still missing, as a key of the page's texts; `reading`: the device is being asked. */
export type MappingDraft = {
  columns: Mapping['columns']
  types: readonly TypeWord[]
  offset: ShownOffset
  /** The chosen column of uuids holds none. */
  no_uuids: boolean
  /** So many uuids of the chosen column were asked about, and the device knows none. */
  unknown_uuids: number | undefined
  reason: 'needs_time' | 'needs_key' | 'many_words' | 'needs_words' | 'needs_zone' | 'reading' | undefined
  /** undefined until nothing is missing. */
  mapping: Mapping | undefined
  chooseColumn: (column: Column, header: string) => void
  chooseType: (word: string, type: number | null) => void
  chooseOffset: (offset: FileOffset) => void
}

export function useMapping(table: Table, last: Mapping | null): MappingDraft {
  const guessed = useMemo(() => guessColumns(table, last), [table, last])
  const [chosen, setChosen] = useState<Partial<Mapping['columns']>>({})
  const [chosen_types, setTypes] = useState<readonly TypeWord[]>([])
  const [chosen_offset, setOffset] = useState<FileOffset>()
  // Large files: computed again only for another column.
  const by_column = useMemo(
    () =>
      table.header
        .filter((name) => holdsUuids(table, name))
        .slice(0, max_columns)
        .map((name) => ({ name, uuids: uuidsOf(table, name, max_known) })),
    [table],
  )
  const uuids = useMemo(() => [...new Set(by_column.flatMap((one) => one.uuids))], [by_column])
  const asked = useCall(
    '/api/parking/find_reconcile_events',
    { uuids },
    { enabled: uuids.length > 0, large: true },
  )
  const { data } = asked
  const known = useMemo(() => new Map(data?.list.map((one) => [one.uuid.toLowerCase(), one])), [data])
  const ids = new Set([...known.keys(), ...(data?.deleted ?? []).map(({ uuid }) => uuid.toLowerCase())])
  const isKnown = (column: string) =>
    by_column.some(({ name, uuids: of }) => name === column && of.some((uuid) => ids.has(uuid)))
  // A platform writes its own uuids beside those of the device: the column that the device knows counts.
  const better = isKnown(guessed.uuid)
    ? undefined
    : by_column.find(({ name }) => name !== guessed.exit_uuid && isKnown(name))?.name
  const columns = useMemo(
    () => ({ ...guessed, ...(better !== undefined && { uuid: better }), ...chosen }),
    [guessed, better, chosen],
  )
  const stays = isOfStays(columns)
  const has_uuids = holdsUuids(table, columns.uuid)
  const unknown_uuids =
    has_uuids && data && !isKnown(columns.uuid)
      ? by_column.find(({ name }) => name === columns.uuid)?.uuids.length
      : undefined
  const { times, types: seen } = useMemo(() => knownIn(table, columns, known), [table, columns, known])
  const types = (stays ? [] : guessTypes(table, columns.event_type, last, seen)).map(
    (one) => chosen_types.find(({ word }) => word === one.word) ?? one,
  )
  const found = useMemo(() => {
    const time_at = [columns.time, columns.exit_time].map((name) => columnAt(table, name))
    return offsetOfFile(
      table.rows.flatMap((row) => time_at.map((at) => row.cells[at] ?? '')),
      times,
    )
  }, [table, columns, times])
  const offset = shownOffset(found, chosen_offset, offsetKept(table, last))
  const by_facts = columns.lot_no !== '' && (stays || columns.event_type !== '')
  const reason =
    columns.time === '' && !(columns.exit_time !== '' && columns.length)
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
    unknown_uuids,
    mapping:
      reason === undefined
        ? {
            columns: stays ? { ...columns, event_type: '' } : { ...columns, exit_uuid: '', length: '' },
            types: types.map(({ word, event_type = null }) => ({ word, event_type })),
            ...('offset' in offset && { utc_offset: offset.offset }),
          }
        : undefined,
    chooseColumn: (column, header) => setChosen({ ...chosen, [column]: header }),
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
