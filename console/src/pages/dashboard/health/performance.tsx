/**
 * Processor, memory and temperature, now and over the last hours (spec §2). Long because the gauges and their
 * plot share the readings.
 */
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { CallState } from '#src/core/queries.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { ZoneNote } from '#src/time/zone-note.tsx'
import { formatTime } from '#src/time/time.ts'
import styles from './performance.module.css'
import { type Reading, nearest, plotOf, scaleOf } from './plot.ts'
import history_plot_styles from './history-plot.module.css'

/** The warning levels are ours, not the spec's. Devices of this kind throttle at about 85 °C. */
const load_warns = { warn: 80, bad: 92 }
const temperature_warns = { warn: 75, bad: 85 }

type PerformanceProps = { query: CallState<AnswerAt<'/api/system/system_status'>>; cpu: Cpu }

/** `percent` of all cores, null if unknown, and when it was read. */
export type Cpu = { percent: number | null; read_ms: number }

/** The figure that is beyond its limit first. */
export function Performance({ query, cpu }: PerformanceProps) {
  const words = useWords('dashboard')
  const cpu_readings = useReadings(cpu)
  return (
    <Section title={words.performance}>
      <Loaded query={query} rows={6} failed={words.failed}>
        {({ memory, memory_used, memory_total, temperature, history }) => {
          const gauges: GaugeProps[] = [
            {
              label: 'CPU',
              value: cpu.percent,
              unit: '%',
              warns: load_warns,
              scale: { low: 0, high: 100 },
              note: '',
              readings: cpu_readings,
            },
            {
              label: words.memory,
              value: memory,
              unit: '%',
              warns: load_warns,
              scale: { low: 0, high: 100 },
              note: memory_total ? `${bytes(memory_used)} / ${bytes(memory_total)}` : '',
              readings: (history ?? []).map(([at, value]): Reading => [at, value]),
            },
            {
              label: words.temperature,
              value: temperature,
              unit: '°C',
              warns: temperature_warns,
              note: temperature === null ? words.no_sensor : '',
              readings: (history ?? []).map(([at, , value]): Reading => [at, value]),
            },
          ]
          return (
            <div className={styles.gauges}>
              {gauges
                .toSorted((a, b) => rankOf(a) - rankOf(b))
                .map((gauge) => (
                  <Gauge key={gauge.label} {...gauge} />
                ))}
            </div>
          )
        }}
      </Loaded>
      <ZoneNote />
    </Section>
  )
}

const toneOf = ({ value, warns }: Pick<GaugeProps, 'value' | 'warns'>): 'bad' | 'warn' | undefined =>
  typeof value !== 'number'
    ? undefined
    : value >= warns.bad
      ? 'bad'
      : value >= warns.warn
        ? 'warn'
        : undefined
const rankOf = (gauge: GaugeProps): number => ({ bad: 0, warn: 1, none: 2 })[toneOf(gauge) ?? 'none']

/** As many as a quarter of an hour has. */
const max_readings = 180

/** The readings since the panel was opened: the device keeps none of its processor. */
function useReadings({ percent, read_ms }: Cpu): readonly Reading[] {
  const [held, setHeld] = useState<{ read_ms: number; readings: readonly Reading[] }>({
    read_ms: 0,
    readings: [],
  })
  if (read_ms !== held.read_ms)
    setHeld({ read_ms, readings: [...held.readings, [read_ms, percent] as const].slice(-max_readings) })
  return held.readings
}

type GaugeProps = {
  label: string
  value: number | null
  unit: string
  warns: { warn: number; bad: number }
  scale?: { low: number; high: number }
  note: string
  readings: readonly Reading[]
}

function Gauge({ label, value, unit, warns, scale, note, readings }: GaugeProps) {
  const words = useWords('dashboard')
  const known = typeof value === 'number'
  const tone = toneOf({ value, warns })
  return (
    <div className={`grid slim ${styles.gauge}`}>
      <div className="grid text-12 ink-3">
        <span className={`ink bold figures nowrap ${styles.figure}`} data-tone={tone}>
          {known ? value.toFixed(1) : words.none}
          {known && <small>{unit}</small>}
        </span>
        <span>{label}</span>
        <span className="figures">{note}</span>
      </div>
      <HistoryPlot
        readings={readings}
        scale={scale}
        label={words.history(label)}
        format={(reading) => `${reading.toFixed(1)}${unit === '%' ? unit : ` ${unit}`}`}
        summary={words.history_says}
        none={known ? words.no_history : ''}
      />
    </div>
  )
}

function bytes(n: number): string {
  return n >= 1024 ** 3 ? `${(n / 1024 ** 3).toFixed(1)} GB` : `${Math.round(n / 1024 ** 2)} MB`
}

type Props = {
  readings: readonly Reading[]
  /** Fixed limits of the scale; by default it follows the readings. */
  scale?: { low: number; high: number }
  label: string
  format: (value: number) => string
  /** The text for screen readers. */
  summary: (least: string, most: string, since: string) => string
  none: string
}

const readout = 'text-12 ink-2 figures nowrap bordered round-6 on-card leading-20 untouchable'

/**
 * A small plot of the last hours, read with the pointer or arrow keys. Hand-written SVG, because a chart
 * library is at least 22 kB.
 */
function HistoryPlot({ readings, scale, label, format, summary, none }: Props) {
  const id = useId()
  const [at, setAt] = useState<number>()
  const { low, high } = scale ?? scaleOf(readings, 10)
  const plot = plotOf(readings, low, high)
  if (!plot) return <p className="text-12 ink-3">{none}</p>
  const last = plot.points.length - 1
  const shown = at === undefined ? undefined : plot.points[Math.min(at, last)]
  const read = shown ?? plot.points[last]
  const clock = (moment: number | undefined) => formatTime(moment).slice(11, 16)
  const began = formatTime(plot.points[0]?.at)
  // The day is named only if the plot began on another one.
  const today = formatTime(plot.points[last]?.at).slice(0, 10) === began.slice(0, 10)
  const since = began.slice(today ? 11 : 5, 16)

  function follow(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    setAt(nearest(plot?.points ?? [], ((event.clientX - box.left) / box.width) * 100))
  }
  function step(event: KeyboardEvent) {
    const from = at ?? last
    const to = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      PageUp: from - 12,
      PageDown: from + 12,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(Math.max(to, 0), last))
  }

  return (
    <div className="slim">
      <div
        className={history_plot_styles.box}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={read ? `${clock(read.at)} ${format(read.value)}` : ''}
        aria-describedby={id}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={step}
        onBlur={() => setAt(undefined)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <path className={history_plot_styles.grid} d="M0 0H100M0 50H100M0 100H100" />
          <path className={history_plot_styles.area} d={plot.area} />
          <path className={history_plot_styles.line} d={plot.line} />
          {shown && <path className={history_plot_styles.cursor} d={`M${shown.x} 0V100`} />}
        </svg>
        {shown && (
          <span
            className={`circle absolute untouchable ${history_plot_styles.dot}`}
            style={{ left: `${shown.x}%`, top: `${shown.y}%` }}
          />
        )}
        {shown && (
          <span
            className={`${readout} ${history_plot_styles.readout}`}
            data-side={shown.x > 60 ? 'left' : 'right'}
            style={{ left: `${shown.x}%` }}
          >
            <b className="ink bold">{format(shown.value)}</b> {clock(shown.at)}
          </span>
        )}
      </div>
      <p id={id} className="visually-hidden">
        {summary(format(plot.min), format(plot.max), since)}
      </p>
      <div
        className={`flex wrap spread gap-8 text-12 ink-3 figures nowrap ${history_plot_styles.axis}`}
        aria-hidden="true"
      >
        <span>{since}</span>
        <span>
          {format(plot.min)} – {format(plot.max)}
        </span>
        <span>{clock(plot.points[last]?.at)}</span>
      </div>
    </div>
  )
}
