/** The decision over recorded looks: events of a watched street, and how fast a day of looks is replayed. */
import { decide } from '@parking/analysis/decide/decide.ts'
import { parametersOf } from '@parking/analysis/decide/parameters.ts'
import { no_state } from '@parking/analysis/decide/state.ts'
import { castVote, no_votes, votedPlate, type PlateVotes } from '@parking/analysis/decide/plate-votes.ts'
import type { Look, LotLook } from '@parking/analysis/look/look.ts'
import { event_type } from '@parking/contract/core/codes.ts'
import { alg_factory } from '@parking/contract/params/params.ts'
import { readingsOf, type Decision } from './judge.ts'
import type { Watched } from './street-looks.ts'

const parameters = parametersOf(alg_factory)

/** Entries and exits of a watched street, at the factory's parameters. The first state of a lot is none. */
export function decisionsOf({ looks }: Pick<Watched, 'looks'>): Decision[] {
  let state = no_state
  return looks.flatMap((look) => {
    const step = decide(state, look, parameters)
    state = step.state
    return step.events.flatMap(({ event_type: code, lot_no, event_time, decided }): Decision[] => {
      if (code !== event_type.entry && code !== event_type.exit) return []
      return [{ lot_no, kind: code === event_type.entry ? 'entry' : 'exit', time: event_time, decided }]
    })
  })
}

/** Milliseconds to decide a day of looks, one each 10 s, of one camera with `count` lots that come and go. */
export function replayDay(count: number): number {
  const looks = Array.from({ length: 8640 }, (_, at): Look => {
    const time = 1_800_000_000_000 + at * 10_000
    const lots = Array.from({ length: count }, (_, lot): LotLook => {
      const taken = Math.floor((at + lot * 37) / 240) % 2 === 0
      const box = [lot / 30, 0.4, lot / 30 + 0.03, 0.6] as const
      return {
        scene_id: 's',
        lot_no: String(lot),
        cell: 0,
        evidence: { kind: 'seen', llr: taken ? 4 : -4 },
        ...(taken && { vehicle: { label: 'car', box, score: 0.6, cover: 0.8 } }),
        appearance: { luma: Array.from({ length: 384 }, (_, i) => (i * (taken ? 7 : 3)) % 251), colours: [] },
      }
    })
    return { camera_sn: 'C', time, health: 'ok', why: '', grey: false, lots }
  })
  const began = performance.now()
  decisionsOf({ looks })
  return performance.now() - began
}

export type Voted = { truth: string; text: string; p: number; least: number; width: number; looks: number }

/** The readings of each plate, voted; the width is the median of its readings. */
export function votedPlates(watched: Watched): Voted[] {
  const stays = new Map<string, { votes: PlateVotes; widths: number[] }>()
  for (const { truth, reading } of readingsOf(watched)) {
    const stay = stays.get(truth) ?? { votes: no_votes, widths: [] }
    stays.set(truth, {
      votes: castVote(stay.votes, reading, stay.widths.length === 0 ? 1 : 0.3),
      widths: [...stay.widths, reading.width],
    })
  }
  return [...stays].flatMap(([truth, { votes, widths }]) => {
    const voted = votedPlate(votes)
    const width = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0
    return voted
      ? [{ truth, text: voted.text, p: voted.p, least: voted.least, width, looks: widths.length }]
      : []
  })
}
