/** What a day shows as lists: its findings by kind, and the stays that were never closed on either side. */
import { event_status } from '@parking/contract/core/codes.ts'
import { kinds, type DayResult, type Finding, type Kind } from './reconcile.ts'

export type ListKind = Kind | 'open_ours' | 'open_theirs'
export type ListedFinding = Omit<Finding, 'kind'>
export type DayList = {
  readonly kind: ListKind
  readonly n: number
  /** At most `max_listed`. */
  readonly shown: readonly ListedFinding[]
  /** The events of `shown` that sending again may repair; empty if it cannot. */
  readonly resendable: readonly string[]
}

/** Also the maximum number of events that are sent again at once. */
const max_listed = 500

/**
 * The lists of a day that are not empty, in the order in which they are shown. `foreign`: the file may be of
 * another device, so its differences are no reason to send anything.
 */
export function listsOf(
  { day, findings, open_ours, open_theirs }: DayResult,
  { foreign }: { foreign: boolean },
): DayList[] {
  const listOf = (kind: ListKind, all: readonly ListedFinding[]): DayList => {
    const shown = all.slice(0, max_listed)
    return { kind, n: all.length, shown, resendable: foreign ? [] : resendable(kind, shown) }
  }
  return [
    ...kinds.map((kind) =>
      listOf(
        kind,
        findings.filter((one) => one.kind === kind),
      ),
    ),
    listOf(
      'open_ours',
      open_ours.map((ours) => ({ day, ours, rows: [] })),
    ),
    listOf(
      'open_theirs',
      open_theirs.map((row) => ({ day, rows: [row] })),
    ),
  ].filter(({ n }) => n > 0)
}

/**
 * An event that the platform lost or has with other content is sent again; one that was withdrawn is sent
 * again with its withdrawal, if the platform still has it.
 */
function resendable(kind: ListKind, shown: readonly ListedFinding[]): string[] {
  if (kind !== 'missing' && kind !== 'different' && kind !== 'withdrawn') return []
  return shown.flatMap(({ ours }) => (ours && ours.status === event_status.sent ? ours.uuid : []))
}
