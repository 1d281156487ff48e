/** What a repair form proposes for a stay. Pure. */
import { isRestorable } from '@parking/contract/checks/event-standing.ts'
import { event_type } from '@parking/contract/core/codes.ts'
import { repairs_of, type StayRepair } from '@parking/contract/stays/stay-marks.ts'
import type { Stay } from './stay-panel.tsx'

/** The events whose withdrawal can be taken back, newest first. */
export const restorable = ({ events }: Pick<Stay, 'events'>): Stay['events'] =>
  events.filter(isRestorable).toReversed()

/**
 * The repairs that apply, the suggested one first: taking a withdrawal back, before anything is added or
 * removed. An open stay can be closed even if nothing is wrong.
 */
export function repairsFor(stay: Pick<Stay, 'irregular' | 'end_ms' | 'events'>): StayRepair[] {
  const acts = stay.irregular.flatMap((one) => repairs_of[one])
  return [
    ...new Set([
      ...(restorable(stay).length > 0 ? (['restore'] as const) : []),
      ...acts,
      ...(stay.end_ms === null ? (['close'] as const) : []),
    ]),
  ]
}

/** `time_ms` is undefined if the user has to say it. */
export type Proposal = { time_ms: number | undefined; uuid: string; plate: string }

/**
 * Proposes values in favour of the driver: a missing exit at the last sighting, a missing entry just before
 * the first. A vehicle that was seen once was seen for no time, so nothing is proposed. Of two entries, the
 * later one is dropped.
 */
export function proposalFor(act: StayRepair, stay: Pick<Stay, 'events'>): Proposal {
  const events = stay.events.filter(({ standing }) => standing !== 'withdrawn')
  const entries = events.filter(({ event_type: type }) => type <= event_type.entry)
  const [first, last] = [events[0], events.at(-1)]
  const seen_for_a_while = first && last && last.time_ms - first.time_ms >= 1000
  return {
    time_ms: !seen_for_a_while
      ? undefined
      : act === 'close'
        ? last.time_ms
        : act === 'open'
          ? first.time_ms - 1000
          : undefined,
    uuid: (act === 'restore' ? restorable(stay)[0] : entries.length > 1 ? entries.at(-1) : first)?.uuid ?? '',
    plate: events.find(({ plate_number }) => plate_number !== '')?.plate_number ?? '',
  }
}

/**
 * Of the usual reasons of a repair, those that can be true: an event that was withdrawn or deleted was
 * filmed, unless a user had typed it. The first reason of `open` and `close` says that it was not.
 */
export const reasonsFor = (
  act: StayRepair,
  { events, gone }: Pick<Stay, 'events' | 'gone'>,
  usual: readonly string[],
): readonly string[] =>
  (act === 'open' || act === 'close') &&
  (gone.some(({ typed }) => !typed) ||
    events.some(({ standing, confidence }) => standing === 'withdrawn' && confidence !== null))
    ? usual.slice(1)
    : usual

/** The reason that a form starts with. Removing or restoring an event always needs the user's own choice. */
export const firstReason = (
  act: StayRepair,
  stay: Pick<Stay, 'events' | 'gone'>,
  usual: readonly string[],
): string =>
  act === 'drop' || act === 'restore' || reasonsFor(act, stay, usual) !== usual ? '' : (usual[0] ?? '')

/** The keys of the repairs in a list of irregular stays. */
export const repair_keys: Readonly<Record<StayRepair, string>> = {
  restore: 'r',
  open: 'o',
  close: 'c',
  drop: 'd',
  plate: 'p',
  accept: 'a',
}
