/** Real plates after 1, 2, 5 and more looks: exact, accepted, accepted and wrong, and how certain. */
import {
  acceptedPlate,
  castVote,
  certaintiesOf,
  no_votes,
  votedPlate,
} from '@parking/analysis/decide/plate-votes.ts'
import { parametersOf } from '@parking/analysis/decide/parameters.ts'
import { alg_factory } from '@parking/contract/params/params.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { share, type Result, type Row } from './parts.ts'
import { keptReadings, type Kind, kinds, type RealReading } from './real-plates.ts'

const look_counts = [1, 2, 5, 20] as const

/** What the votes say after `count` looks; `accepted` is the first text that was accepted on the way. */
function votedAfter({ looks, type }: Pick<RealReading, 'looks' | 'type'>, count: number) {
  const by = parametersOf({ ...alg_factory, plate_type: type })
  let votes = no_votes
  let accepted: string | undefined
  for (const [at, reading] of looks.slice(0, count).entries()) {
    if (reading) votes = castVote(votes, reading, at === 0 ? 1 : alike_weight)
    accepted ??= acceptedPlate(votes, by)?.text
  }
  return { voted: votedPlate(votes), accepted }
}
/** The weight of a second, similar look at one parked car (`decide/lot.ts`). */
const alike_weight = 0.7

/** The rows of the recorded readings; undefined if there are none. */
export function judgeRealPlates(): Result | undefined {
  const all = keptReadings()
  if (!all) return undefined
  const exact = kinds.map((kind): Row => {
    const wide = all.filter((one) => one.kind === kind && one.width >= 60 && one.looks.length > 0)
    const right = wide.filter((one) => votedAfter(one, 2).voted?.text === one.truth).length
    return [`${kind}, from 60 px, two looks: exact`, limits[kind], share(right, wide.length)]
  })
  const accepted = look_counts.flatMap((count): Row[] => {
    const looked = all.filter((one) => one.looks.length >= count)
    if (looked.length === 0) return []
    const judged = looked.map((one) => ({ one, ...votedAfter(one, count) }))
    const taken = judged.filter((one) => one.accepted !== undefined)
    const wrong = taken.filter((one) => one.accepted !== one.one.truth).length
    const looks = count === 1 ? '1 look' : `${count} looks`
    return [
      [`real plates accepted by itself, ${looks}`, '', share(taken.length, looked.length)],
      [
        `accepted and wrong, ${looks} (upper 95 % end)`,
        'at most 0.3 %, 1 %',
        `${((100 * wrong) / Math.max(1, taken.length)).toFixed(2)} %, ` +
          `${(100 * upperEnd(wrong, taken.length)).toFixed(2)} % of ${taken.length}`,
      ],
    ]
  })
  return { rows: [...exact, ...accepted], notes: [reliabilityOf(all)] }
}

const limits: Readonly<Record<Kind, string>> = {
  'mainland, photographs': 'at least 97 %',
  'Taiwan cars': 'at least 97 %',
  'Taiwan motorcycles': 'at least 90 %',
  'mainland, crops': '',
}

/** The upper end of the 95 % interval (Wilson) of a share. */
function upperEnd(wrong: number, all: number): number {
  if (all === 0) return 1
  const z = 1.96
  const p = wrong / all
  const spread = z * Math.sqrt((p * (1 - p)) / all + z ** 2 / (4 * all ** 2))
  return (p + z ** 2 / (2 * all) + spread) / (1 + z ** 2 / all)
}

/** The reliability of voted plates: of those said with a certainty, how many are right, after each count. */
function reliabilityOf(all: readonly RealReading[]): string {
  const bounds = [0, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 1.001]
  const counts = look_counts.filter((count) => all.some(({ looks }) => looks.length >= count))
  const lines = bounds.slice(1).map((to, at) => {
    const from = bounds[at]!
    const cells = counts.map((count) => {
      const voted = all.flatMap((one) => {
        const { voted: plate } = votedAfter(one, count)
        if (!plate || one.looks.length < count) return []
        return [{ p: certaintiesOf(plate, one.type).plate, right: plate.text === one.truth }]
      })
      const part = voted.filter(({ p }) => p >= from && p < to)
      return part.length === 0 ? '' : share(part.filter(({ right }) => right).length, part.length)
    })
    return [`${from} to ${Math.min(1, to)}`, ...cells]
  })
  const head = ['certainty of the voted plate', ...counts.map((count) => `right, ${count} looks`)]
  return `**Certainty of real plates**:\n\n${markdownTable([head, ...lines])}`
}
