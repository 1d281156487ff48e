/** Measures how reliable confidences are: how many events and plates with a given confidence are right. */
import type { EventFigures, Voted } from './judge.ts'
import type { Decision } from './replay-day.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'

type Claim = { readonly said: number; readonly right: boolean }
const bounds = [0, 0.5, 0.6, 0.8, 0.9, 0.95, 0.98, 1.0001]

/** The claims of events; an event is right if `judgeEvents` matched it with a change. */
export const eventClaims = (decisions: readonly Decision[], { wrong }: EventFigures): Claim[] => {
  const invented = new Set(wrong)
  return decisions.map((one) => ({ said: one.confidence, right: !invented.has(one) }))
}

/** The claims of plates, without those for which nothing was read. */
export const plateClaims = (plates: readonly Voted[]): Claim[] =>
  plates.filter(({ text }) => text !== '').map(({ p, truth, text }) => ({ said: p, right: truth === text }))

/** Claimed and actual accuracy, a line for each range of confidence, and their mean distance. */
export function reliabilityTable(kinds: Readonly<Record<string, readonly Claim[]>>): string {
  const names = Object.keys(kinds)
  const lines = bounds.slice(1).flatMap((to, at) => {
    const from = bounds[at]!
    const cells = names.map((name) => cellOf(kinds[name]!.filter(({ said }) => said >= from && said < to)))
    return cells.some((cell) => cell !== '') ? [[`${from} to ${Math.min(1, to)}`, ...cells]] : []
  })
  const distance = names.map((name) => `${(100 * distanceOf(kinds[name]!)).toFixed(1)} points`)
  return markdownTable([['confidence', ...names], ...lines, ['mean distance', ...distance]])
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length)
const percent = (value: number): string => (100 * value).toFixed(1)

const cellOf = (claims: readonly Claim[]): string =>
  claims.length === 0
    ? ''
    : `${percent(mean(claims.map(({ said }) => said)))} said, ${percent(rightOf(claims))} right ` +
      `of ${claims.length}`
const rightOf = (claims: readonly Claim[]): number => mean(claims.map(({ right }) => Number(right)))

/** The expected calibration error over these ranges. */
function distanceOf(claims: readonly Claim[]): number {
  return bounds.slice(1).reduce((sum, to, at) => {
    const part = claims.filter(({ said }) => said >= bounds[at]! && said < to)
    const apart = Math.abs(mean(part.map(({ said }) => said)) - rightOf(part))
    return sum + (apart * part.length) / Math.max(1, claims.length)
  }, 0)
}
