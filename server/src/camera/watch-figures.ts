/**
 * What the analysis application reports of each camera that it watches, for the last five minutes. In memory:
 * cleared when its connection ends, because nothing is watched then.
 */
import { analysis_health_span_s } from '@parking/contract'

/** Of one camera, for the time since the report before. */
export type CameraReport = {
  readonly camera_sn: string
  /** Pictures that were analysed, and attempts that brought none. */
  readonly looks: number
  readonly misses: number
  /** From the picture to the decision: the mean in milliseconds; null without a look. */
  readonly latency_ms: number | null
  /** From one look to the next at present. */
  readonly interval_ms: number
  readonly slowed: boolean
  /** Why the last miss happened; empty without one. */
  readonly why: string
}
type Span = CameraReport & { readonly at: number; readonly seconds: number }

/** Sums over several reports. */
export type WatchSums = Omit<CameraReport, 'camera_sn'> & {
  readonly seconds: number
  /** When the newest of them came. */
  readonly at: number
}

/** A program that reports without pause costs no more memory than this many reports. */
const max_spans = 300

export class WatchFigures {
  #spans = new Map<string, Span[]>()
  #reports = false

  /** Whether the connected application has reported any figures. */
  get reports(): boolean {
    return this.#reports
  }

  /** Takes one message; a camera that is not in it is not watched any more. */
  take(seconds: number, cameras: readonly CameraReport[], now: number): void {
    this.#reports = true
    const before = this.#spans
    this.#spans = new Map()
    for (const camera of cameras) {
      const kept = before.get(camera.camera_sn)?.filter(({ at }) => isWithin(at, analysis_health_span_s, now))
      this.#spans.set(camera.camera_sn, [...(kept ?? []), { ...camera, at: now, seconds }].slice(-max_spans))
    }
  }

  /** The sums of the last `seconds`; undefined for a camera without a report of that time. */
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

/** A clock that was set back makes a report one of the future, which says nothing. */
const isWithin = (at: number, seconds: number, now: number): boolean => at <= now && at > now - seconds * 1000
