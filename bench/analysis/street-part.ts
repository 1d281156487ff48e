/** The part `street`: days of the simulated street at eight cameras, recorded with the vision and judged. */
import type { VisionOptions } from '@parking/analysis/vision/camera-vision.ts'
import { median, percentile } from '../support/figures.ts'
import { day_ms, type LightName } from './day-plan.ts'
import {
  judgeEvents,
  judgeLooks,
  judgePlates,
  type EventFigures,
  type JudgedBy,
  type LookFigures,
} from './judge.ts'
import { keep, kept, share, type Result, type Row } from './parts.ts'
import { plateRows, wrongPlates } from './plate-rows.ts'
import { eventClaims, plateClaims, reliabilityTable } from './reliability.ts'
import { recordDay, type Day } from './record-day.ts'
import { replayDay } from './replay-day.ts'

const nameOf = (seed: number, camera: number): string => `day-${seed}-${camera}`
/** Interval at which recordings are saved. */
const save_ms = 40_000

/** Records the days of these cameras, or continues them, for at most `minutes` in total. */
export async function recordStreet(
  options: VisionOptions,
  seed: number,
  cameras: readonly number[],
  minutes: number,
): Promise<void> {
  const end = performance.now() + minutes * 60_000
  for (const [at, camera] of cameras.entries()) {
    let day = kept<Day>(nameOf(seed, camera))
    // The remaining time is divided, so that every camera makes progress.
    const until = performance.now() + (end - performance.now()) / (cameras.length - at)
    while (!day?.done && performance.now() < until) {
      const budget_ms = Math.min(save_ms, until - performance.now())
      day = await recordDay(options, { seed, camera, budget_ms, ...(day && { before: day }) })
      keep(nameOf(seed, camera), day)
    }
  }
}

/** Whether the day of this camera is recorded to its end. */
export const isRecorded = (seed: number, camera: number): boolean =>
  kept<Day>(nameOf(seed, camera))?.done === true

/** The results of the recorded days; undefined if there are none. */
export function judgeStreet(seed: number, cameras: readonly number[]): Result | undefined {
  const days = cameras.flatMap((camera) => kept<Day>(nameOf(seed, camera)) ?? [])
  if (days.length === 0) return undefined
  const judged = days.map((day) => {
    const end_ms = day.done ? day_ms : day.scenes.at(-1)!.from
    const { decisions } = replayDay(day, undefined, end_ms)
    const own = judgeEvents(day, decisions, end_ms)
    return {
      hours: end_ms / 3_600_000,
      own,
      claims: eventClaims(decisions, own.by_range),
      slow: judgeEvents(day, replayDay(day, 10_000, end_ms).decisions, end_ms),
    }
  })
  const total = (pick: (one: (typeof judged)[number]) => number): number =>
    judged.reduce((sum, one) => sum + pick(one), 0)
  const rowsOf = (which: 'own' | 'slow', by: JudgedBy, name: string, gated: boolean): Row[] => {
    const gate = (limit: string): string => (gated ? limit : '')
    const truth = total((one) => one[which][by].truth)
    const found = truth - total((one) => one[which][by].missed.length)
    const wrong = total((one) => one[which][by].wrong.length)
    const delays = judged.flatMap((one) => one[which][by].delays)
    const swaps = share(
      total((one) => one[which][by].swaps_found),
      total((one) => one[which][by].swaps),
    )
    const false_row: Row = [
      `${name}: false in 100 true`,
      gate('at most 2'),
      `${((100 * wrong) / truth).toFixed(1)} (${wrong})`,
    ]
    return [
      [`${name}: recall`, gate('at least 98 %'), share(found, truth)],
      ...(by === 'by_time' || by === 'by_range' ? [false_row] : []),
      [`${name}: swaps, exit and entry`, gate('at least 90 %'), swaps],
      [
        `${name}: delay, median and p95`,
        gate('at most 30 s'),
        delays.length === 0
          ? 'none'
          : `${median(delays).toFixed(0)} s, ${percentile(delays, 95).toFixed(0)} s`,
      ],
    ]
  }
  const looks = new Map<LightName, LookFigures>()
  for (const day of days)
    for (const [light, figures] of judgeLooks(day)) {
      const sum = looks.get(light) ?? { right: 0, wrong: 0, unknown: 0 }
      sum.right += figures.right
      sum.wrong += figures.wrong
      sum.unknown += figures.unknown
      looks.set(light, sum)
    }
  const plates = days.flatMap(judgePlates)
  const hours = total(({ hours: one }) => one)
  const pictures = days.flatMap(({ scenes }) => scenes).reduce((sum, scene) => sum + scene.looks.length, 0)
  return {
    rows: [
      ...rowsOf('own', 'by_time', 'events', true),
      ...rowsOf('own', 'by_range', 'events, by time or range', false),
      ...rowsOf('own', 'in_sight', 'lots in sight, by time or range', false),
      ...rowsOf('own', 'hidden', 'lots hidden at the moment, by time or range', false),
      ...rowsOf('slow', 'by_time', 'events, a look each 10 s', true),
      ...plateRows(plates, 'street'),
    ],
    notes: [
      `**The street** (seed ${seed}): ${hours.toFixed(0)} hours of ${days.length} cameras, ` +
        `${pictures} pictures through the real vision pipeline. Lots of single looks right, by light: ` +
        [...looks]
          .map(
            ([light, { right, wrong, unknown }]) =>
              `${light} ${share(right, right + wrong)}, ${unknown} unknown`,
          )
          .join('; '),
      missesOf(
        judged.map(({ own }) => own.by_range),
        days,
      ),
      wrongPlates(plates, 'street'),
      `**Confidence** of the events and plates of the street, and how many of them are right:\n\n` +
        reliabilityTable({ events: judged.flatMap(({ claims }) => claims), plates: plateClaims(plates) }),
    ].filter((note) => note !== ''),
  }
}

/** Lists missed and false events with their times, so that their pictures can be inspected. */
function missesOf(judged: readonly EventFigures[], days: readonly Day[]): string {
  const at = (day: Day, ms: number): string => {
    const light = day.scenes.findLast(({ from }) => from <= ms)?.light ?? ''
    return `${light} ${new Date(ms).toISOString().slice(11, 19)}`
  }
  const lines = judged.flatMap(({ missed, wrong }, no) => [
    ...missed.map(
      ({ lot_no, kind, ms, swap }) =>
        `${lot_no} ${swap ? 'swap, ' : ''}${kind} missed (${at(days[no]!, ms)})`,
    ),
    ...wrong.map(({ lot_no, kind, time }) => `${lot_no} ${kind} false (${at(days[no]!, time)})`),
  ])
  return lines.length === 0 ? '' : `**Events missed or false**: ${lines.slice(0, 60).join('; ')}`
}
