/** What a repair form proposes for a stay. Pure. */
import { event_type } from '@parking/contract/core/codes.ts'
import { repairs_of, type StayRepair } from '@parking/contract/stays/stay-marks.ts'
import type { Stay } from './stay-panel.tsx'

/** The repairs that apply, the suggested one first. An open stay can be closed even if nothing is wrong. */
export function repairsFor(stay: Pick<Stay, 'irregular' | 'end_ms'>): StayRepair[] {
  const acts = stay.irregular.flatMap((one) => repairs_of[one])
  return [...new Set(stay.end_ms === null ? [...acts, 'close' as const] : acts)]
}

export type Proposal = { time_ms: number | undefined; uuid: string; plate: string }

/**
 * Proposes values in favour of the driver: a missing exit at the last sighting, a missing entry just before
 * the first. Of two entries, the later one is dropped.
 */
export function proposalFor(act: StayRepair, { events }: Pick<Stay, 'events'>): Proposal {
  const entries = events.filter(({ event_type: type }) => type <= event_type.entry)
  const [first, last] = [events[0], events.at(-1)]
  return {
    time_ms: act === 'close' ? last?.time_ms : act === 'open' && first ? first.time_ms - 1000 : undefined,
    uuid: (entries.length > 1 ? entries.at(-1) : first)?.uuid ?? '',
    plate: events.find(({ plate_number }) => plate_number !== '')?.plate_number ?? '',
  }
}

/** The keys of the repairs in a list of irregular stays. */
export const repair_keys: Readonly<Record<StayRepair, string>> = {
  open: 'o',
  close: 'c',
  drop: 'd',
  plate: 'p',
  accept: 'a',
}
