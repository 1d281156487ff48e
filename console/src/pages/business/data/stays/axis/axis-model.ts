/**
 * The day as lanes of bars: where each bar is drawn, which bar is at a point, and which stay a key selects.
 * Pure.
 */
import type { AnswerAt } from '#src/core/api.ts'

export type Day = AnswerAt<'/api/parking/stay_day'>
export type Bar = {
  stay: number
  lane: number
  /** Row within the lane, from 0; a lot with room for several vehicles has several rows. */ row: number
  /** Seconds from midnight; an open stay ends now. */ from: number
  to: number
  open: boolean
  /** Bits of `stay_marks`. */ marks: number
  /** The bits of `stay_marks` that wait for a repair. */ irregular: number
  plate: string
}
export type Lane = {
  lot: Day['lots'][number]
  /** Ordered by start. */ bars: readonly Bar[]
  rows: number
}
export type Axis = {
  /** Length of the day: 86,400, or an hour more or less. */ seconds: number
  /** The current second of the day; undefined on any other day. */ now: number | undefined
  lanes: readonly Lane[]
  bands: readonly { from: number; to: number; kind: 'charge' | 'free' | 'violation' }[]
  gaps: readonly {
    from: number
    to: number
    camera_sn: string
    kind: Day['gaps'][number]['kind']
    step_ms: number | undefined
  }[]
  bar: ReadonlyMap<number, Bar>
}

const shift = 65_536

/** `park`: only the lots of this car park, or all lots if empty. */
export function axisOf(day: Day, park = ''): Axis {
  const seconds = Math.round((day.to_ms - day.from_ms) / 1000)
  const secondAt = (ms: number) => (ms - day.from_ms) / 1000
  const now_s = secondAt(day.now_ms)
  const bars: Bar[][] = day.lots.map(() => [])
  for (const [lane, from, to, bits, stay, plate] of day.stays)
    bars[lane]?.push({
      stay,
      lane,
      row: 0,
      from,
      to: to ?? Math.max(from, Math.min(now_s, seconds)),
      open: to === null,
      marks: bits % shift,
      irregular: Math.floor(bits / shift),
      plate,
    })
  const shown = [...day.lots.entries()].filter(([, lot]) => park === '' || lot.parking_no === park)
  const lanes = shown.map(([at, lot], lane) => {
    const own = (bars[at] ?? []).sort((a, b) => a.from - b.from || a.stay - b.stay)
    for (const bar of own) bar.lane = lane
    return { lot, bars: own, rows: assignRows(own) }
  })
  return {
    seconds,
    now: now_s >= 0 && now_s <= seconds ? now_s : undefined,
    lanes,
    bands: day.bands.map(({ from_ms, to_ms, kind }) => ({
      from: secondAt(from_ms),
      to: secondAt(to_ms),
      kind,
    })),
    gaps: day.gaps.map(({ from_ms, to_ms, camera_sn, kind, step_ms }) => ({
      from: secondAt(from_ms),
      to: secondAt(to_ms),
      camera_sn,
      kind,
      step_ms,
    })),
    bar: new Map(lanes.flatMap((lane) => lane.bars.map((bar) => [bar.stay, bar] as const))),
  }
}

/** Assigns each bar the first free row and returns the number of rows. */
function assignRows(bars: readonly Bar[]): number {
  const ends: number[] = []
  for (const bar of bars) {
    const free = ends.findIndex((end) => end <= bar.from)
    bar.row = free === -1 ? ends.length : free
    ends[bar.row] = Math.max(bar.to, bar.from)
  }
  return Math.max(1, ends.length)
}

/** The bar at a point of a lane; `slack`: tolerance around a bar in seconds. */
export function barAt(lane: Lane | undefined, second: number, row: number, slack: number): Bar | undefined {
  const near = lane?.bars.filter((bar) => bar.from - slack <= second && second <= bar.to + slack) ?? []
  const own = near.filter((bar) => bar.row === row || lane?.rows === 1)
  return (own.length > 0 ? own : near).reduce<Bar | undefined>(
    (best, bar) => (best && distance(best, second) <= distance(bar, second) ? best : bar),
    undefined,
  )
}
const distance = (bar: Bar, second: number): number => Math.max(0, bar.from - second, second - bar.to)

/** The stay that a key selects; undefined for any other key, or if there is no such stay. */
export function stayByKey(axis: Axis, stay: number | undefined, key: string): number | undefined {
  const first = axis.lanes.find(({ bars }) => bars.length > 0)?.bars[0]?.stay
  const bar = stay === undefined ? undefined : axis.bar.get(stay)
  if (!bar) return key.startsWith('Arrow') || key === 'Home' ? first : undefined
  const { bars } = axis.lanes[bar.lane]!
  const at = bars.indexOf(bar)
  switch (key) {
    case 'ArrowLeft':
      return bars[at - 1]?.stay
    case 'ArrowRight':
      return bars[at + 1]?.stay
    case 'Home':
      return bars[0]?.stay
    case 'End':
      return bars.at(-1)?.stay
    case 'ArrowUp':
      return nearest(axis.lanes.slice(0, bar.lane).findLast(hasBars), bar)
    case 'ArrowDown':
      return nearest(axis.lanes.slice(bar.lane + 1).find(hasBars), bar)
    default:
      return undefined
  }
}
const hasBars = ({ bars }: Lane): boolean => bars.length > 0

function nearest(lane: Lane | undefined, { from, to }: Bar): number | undefined {
  const middle = (from + to) / 2
  return lane?.bars.reduce((best, bar) => (distance(bar, middle) < distance(best, middle) ? bar : best)).stay
}

/** `HH:MM` of a second of the day, 24:00 included. */
export function clockText(second: number): string {
  const minutes = Math.round(second / 60)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(((minutes % 60) + 60) % 60)}`
}

/** The seconds between two labels of the ruler, so that labels are at least `min_px` apart. */
export function rulerStep(seconds_per_px: number, min_px = 56): number {
  const steps = [300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600]
  return steps.find((step) => step / seconds_per_px >= min_px) ?? 43_200
}
