/** Judges looks, events and plates of a recorded day against the ground truth. */
import { parametersOf } from '@parking/analysis/decide/parameters.ts'
import {
  acceptedPlate,
  castVote,
  certaintiesOf,
  no_votes,
  votedPlate,
  type PlateVotes,
} from '@parking/analysis/decide/plate-votes.ts'
import type { PlateReading } from '@parking/analysis/look/look.ts'
import { coveredShare } from '@parking/analysis/place/polygon.ts'
import { alg_factory } from '@parking/contract/params/params.ts'
import { day_ms, type LightName, type Movement } from './day-plan.ts'
import type { Day } from './record-day.ts'
import type { Decision } from './replay-day.ts'

type Change = Movement & { readonly lot_no: string }
export type EventFigures = {
  readonly truth: number
  readonly missed: readonly Change[]
  readonly wrong: readonly Decision[]
  readonly swaps: number
  readonly swaps_found: number
  /** Seconds from the change to its decision, for each event found. */
  readonly delays: readonly number[]
}
/**
 * `by_time`: an event is right if its time is near the change. `by_range`: also if the change is between the
 * last look before the event and the first look that showed it. `in_sight` and `hidden` split the changes of
 * `by_range` by whether nearer cars hide the lot.
 */
export type JudgedBy = 'by_time' | 'by_range' | 'in_sight' | 'hidden'

/** Maximum time between a change and an event of the same lot and kind. */
const match_ms = 120_000
/** A lot is hidden if the boxes of nearer cars cover at least this share of its ground. */
const hidden_share = 0.5

/** Matches one to one by lot and kind, nearest first. Changes too recent to be decided are left out. */
export function judgeEvents(
  day: Day,
  decisions: readonly Decision[],
  end_ms = day_ms,
): Record<JudgedBy, EventFigures> {
  const changes = day.movements.filter(({ ms }) => ms > 0 && ms < end_ms)
  const isNear = (change: Change, { time }: Decision): boolean => Math.abs(time - change.ms) <= match_ms
  const isInRange = (change: Change, { not_before, time }: Decision): boolean =>
    not_before <= change.ms && change.ms <= time
  const ranged = matchesOf(changes, decisions, (one, other) => isNear(one, other) || isInRange(one, other))
  const settled = changes.filter(({ ms }) => ms <= end_ms - match_ms)
  const isHidden = new Set(settled.filter((change) => hiddenAt(day, change) >= hidden_share))
  const all = (): boolean => true
  return {
    by_time: figuresOf(changes, settled, decisions, matchesOf(changes, decisions, isNear), all),
    by_range: figuresOf(changes, settled, decisions, ranged, all),
    in_sight: figuresOf(changes, settled, [], ranged, (one) => !isHidden.has(one)),
    hidden: figuresOf(changes, settled, [], ranged, (one) => isHidden.has(one)),
  }
}

type Matches = ReadonlyMap<Change, Decision>

function matchesOf(
  changes: readonly Change[],
  decisions: readonly Decision[],
  fits: (change: Change, decision: Decision) => boolean,
): Matches {
  const pairs = changes
    .flatMap((change) =>
      decisions
        .filter(({ lot_no, kind }) => lot_no === change.lot_no && kind === change.kind)
        .filter((decision) => fits(change, decision))
        .map((decision) => ({ change, decision, apart: Math.abs(decision.time - change.ms) })),
    )
    .sort((a, b) => a.apart - b.apart)
  const [matched, used] = [new Map<Change, Decision>(), new Set<Decision>()]
  for (const { change, decision } of pairs)
    if (!matched.has(change) && !used.has(decision)) {
      matched.set(change, decision)
      used.add(decision)
    }
  return matched
}

function figuresOf(
  changes: readonly Change[],
  settled: readonly Change[],
  decisions: readonly Decision[],
  matched: Matches,
  counts: (change: Change) => boolean,
): EventFigures {
  const counted = settled.filter(counts)
  const used = new Set(matched.values())
  const swapped = counted.filter(({ swap, kind }) => swap && kind === 'entry')
  const exitOf = (entry: Change): Change | undefined =>
    changes.findLast(({ lot_no, kind, ms }) => lot_no === entry.lot_no && kind === 'exit' && ms <= entry.ms)
  return {
    truth: counted.length,
    missed: counted.filter((one) => !matched.has(one)),
    wrong: decisions.filter((one) => !used.has(one)),
    swaps: swapped.length,
    swaps_found: swapped.filter((one) => matched.has(one) && matched.has(exitOf(one)!)).length,
    delays: counted.flatMap((change) => {
      const decision = matched.get(change)
      return decision ? [(decision.decided - change.ms) / 1000] : []
    }),
  }
}

/** The share of a lot's ground that the true boxes of nearer cars cover when its own car comes or goes. */
function hiddenAt({ scenes, view }: Day, { ms, lot_no }: Change): number {
  const footOf = (no: string): number =>
    Math.max(...(view.lots.find((one) => one.lot_no === no)?.polygon.map(([, y]) => y) ?? [1]))
  const polygon = view.lots.find((one) => one.lot_no === lot_no)?.polygon ?? []
  const scene = scenes.findLast(({ from }) => from <= ms)
  const nearer = Object.entries(scene?.stood ?? {}).filter(([no]) => footOf(no) > footOf(lot_no))
  return coveredShare(
    polygon,
    nearer.map(([, { box }]) => box),
  )
}

export type LookFigures = { right: number; wrong: number; unknown: number }

/** Results for the lots of single looks, by light; unknown lots are counted separately. */
export function judgeLooks({ scenes }: Day): Map<LightName, LookFigures> {
  const by_light = new Map<LightName, LookFigures>()
  for (const { light, looks, stood } of scenes) {
    const figures = by_light.get(light) ?? { right: 0, wrong: 0, unknown: 0 }
    by_light.set(light, figures)
    for (const { lot_no, evidence } of looks.flatMap(({ lots }) => lots))
      if (evidence.kind === 'unknown') figures.unknown++
      else if (evidence.llr > 0 === (stood[lot_no] !== undefined)) figures.right++
      else figures.wrong++
  }
  return by_light
}

/** A visible plate, and the result of the votes; `text` is empty if nothing was read. */
export type Voted = {
  readonly truth: string
  readonly text: string
  readonly p: number
  readonly weakest: number
  /** The true width of the plate in the picture, in pixels. */
  readonly width: number
  readonly light: LightName
  /** Whether the program would accept the plate with the factory parameters. */
  readonly accepted: boolean
  readonly camera: number
}

/** The weight of a second, similar look at one parked car (`decide/lot.ts`). */
const alike_weight = 0.7

/** The result of voting over several readings of one plate, accepted as a plate of `plate_type`. */
export function votesOf(
  readings: readonly PlateReading[],
  plate_type: number,
): Pick<Voted, 'text' | 'p' | 'weakest' | 'accepted'> {
  const votes = readings.reduce<PlateVotes>(
    (sum, reading, at) => castVote(sum, reading, at === 0 ? 1 : alike_weight),
    no_votes,
  )
  const voted = votedPlate(votes)
  const accepted = acceptedPlate(votes, parametersOf({ ...alg_factory, plate_type })) !== undefined
  const { plate, sign } = voted ? certaintiesOf(voted, plate_type) : { plate: 0, sign: 0 }
  return { text: voted?.text ?? '', p: plate, weakest: sign, accepted }
}

/** Every plate that was visible at least once, with the result of all its readings. */
export function judgePlates({ camera, scenes, view }: Day): Voted[] {
  const known = new Set(view.lots.map(({ lot_no }) => lot_no))
  type Seen = { readings: PlateReading[]; width: number; light: LightName }
  const stays = new Map<string, Seen>()
  for (const { light, looks, stood } of scenes)
    for (const [lot_no, { plate, width }] of Object.entries(stood)) {
      if (width === 0 || !known.has(lot_no)) continue
      const stay = stays.get(plate) ?? { readings: [], width, light }
      stays.set(plate, stay)
      for (const { lots } of looks) {
        const read = lots.find((one) => one.lot_no === lot_no)?.vehicle?.plate
        if (read) stay.readings.push(read)
      }
    }
  return [...stays].map(([truth, { readings, width, light }]) => ({
    truth,
    width,
    light,
    camera,
    ...votesOf(readings, view.plate_type),
  }))
}
