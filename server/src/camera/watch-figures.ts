/**
 * Figures that the analysis application reports for each camera that it watches, over the last five minutes.
 * Held in memory, and cleared when its connection ends, because nothing is watched then.
 */
import { analysis_health_span_s } from '@parking/contract'

/** The figures of one camera for the time since the previous report. */
export type CameraReport = {
  readonly camera_sn: string
  /** Pictures that were analysed, and attempts that yielded none. */
  readonly looks: number
  readonly misses: number
  /** Mean time from the picture to the decision. Null without a look. */
  readonly latency_ms: number | null
  /** Present time between two looks. */
  readonly interval_ms: number
  readonly slowed: boolean
  /** The reason of the last miss. Empty without a miss. */
  readonly why: string
}
type Span = CameraReport & { readonly at: number; readonly seconds: number }

/** Sums over several reports. */
export type WatchSums = Omit<CameraReport, 'camera_sn'> & {
  readonly seconds: number
  /** When the newest report arrived. */
  readonly at: number
}

/** Maximum number of stored reports per camera, in case a program reports without pause. */
const max_spans = 300

export class WatchFigures {
  #spans = new Map<string, Span[]>()
  #reports = false

  /** Whether the connected application has reported any figures. */
  get reports(): boolean {
    return this.#reports
  }

  /** Stores one message. A camera that is not in it is no longer watched. */
  take(seconds: number, cameras: readonly CameraReport[], now: number): void {
    this.#reports = true
    const before = this.#spans
    this.#spans = new Map()
    for (const camera of cameras) {
      const kept = before.get(camera.camera_sn)?.filter(({ at }) => isWithin(at, analysis_health_span_s, now))
      this.#spans.set(camera.camera_sn, [...(kept ?? []), { ...camera, at: now, seconds }].slice(-max_spans))
    }
  }

  /** The sums over the last `seconds`. Undefined for a camera without a report in that time. */
  of(camera_sn: string, seconds: number, now: number): WatchSums | undefined {
    const spans = (this.#spans.get(camera_sn) ?? []).filter(({ at }) => isWithin(at, seconds, now))
    const newest = spans.at(-1)
    if (!newest) return undefined
    const sum = (of: (span: Span) => number): number => spans.reduce((total, span) => total + of(span), 0)
    const looks = sum((span) => span.looks)
    return {
      seconds: sum((span) => span.seconds),
      looks,
      misses: sum((span) => span.misses),
      latency_ms: looks === 0 ? null : sum((span) => (span.latency_ms ?? 0) * span.looks) / looks,
      interval_ms: newest.interval_ms,
      slowed: newest.slowed,
      why: spans.findLast(({ why }) => why !== '')?.why ?? '',
      at: newest.at,
    }
  }

  /** The cameras of the last report. */
  get cameras(): readonly string[] {
    return [...this.#spans.keys()]
  }

  clear(): void {
    this.#spans = new Map()
    this.#reports = false
  }
}

/** Reports from the future are excluded: they occur when the clock was set back. */
const isWithin = (at: number, seconds: number, now: number): boolean => at <= now && at > now - seconds * 1000
