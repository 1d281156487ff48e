/** Which checks stand: an undo is stored as another row, which names the row that it takes back. */
import { check_undone, type CheckVerdict, type ShownVerdict } from '@parking/contract'

type Row = {
  /** By which a later row names it. */ no: number
  /** The `no` of the row that it takes back; null for a check. */ undoes: number | null
}

/**
 * The checks that stand, oldest first: neither undone nor an undo. `rows` are all of one event, oldest first.
 * A database of an earlier version may hold an undo that was itself undone: its check stands again.
 */
export function standingChecks<R extends Row>(rows: readonly R[]): R[] {
  const undone = undoneRows(rows)
  return rows.filter(({ no, undoes }) => undoes === null && !undone.has(no))
}

/** By the `no` of each row that was undone, its undo. */
export function undoneRows<R extends Row>(rows: readonly R[]): Map<number, R> {
  const undone = new Map<number, R>()
  // From the newest: whether an undo holds is known before the row that it names is reached.
  for (const row of rows.toReversed())
    if (row.undoes !== null && !undone.has(row.no)) undone.set(row.undoes, row)
  return undone
}

type Said = {
  checked_by: string
  verdict: CheckVerdict
  plate_before: string
  plate_after: string
  reason: string
}

/** Whether this is the first check of a typed event, by which a user added it. */
export const isTyping = (event: { typed: number } | undefined, { no }: Pick<Row, 'no'>, first_no = 1) =>
  event?.typed === 1 && no === first_no

/** A check or its undo in a history: an undo and the typing of an event give no verdict on the event. */
export function shownCheck(
  { checked_by, verdict, plate_before, plate_after, reason }: Said,
  is_typing: boolean,
) {
  const is_undo = reason === check_undone
  const shown: ShownVerdict = is_undo ? 'undone' : is_typing ? 'typed' : verdict
  return { by: checked_by, verdict: shown, plate_before, plate_after, reason: is_undo ? '' : reason }
}
