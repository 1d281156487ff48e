/**
 * A small plot of the last hours, read with the pointer or arrow keys. Hand-written SVG, because a chart
 * library is at least 22 kB.
 */
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { formatTime } from '#src/time/time.ts'
import styles from './history-plot.module.css'
import { nearest, plotOf, scaleOf, type Reading } from './plot.ts'

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

export function HistoryPlot({ readings, scale, label, format, summary, none }: Props) {
  const id = useId()
  const [at, setAt] = useState<number>()
  const { low, high } = scale ?? scaleOf(readings, 10)
  const plot = plotOf(readings, low, high)
  if (!plot) return <p className={styles.none}>{none}</p>
  const last = plot.points.length - 1
  const shown = at === undefined ? undefined : plot.points[Math.min(at, last)]
  const read = shown ?? plot.points[last]
  const clock = (moment: number) => formatTime(moment).slice(11, 16)
  const since = formatTime(plot.points[0]?.at).slice(5, 16)

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
    <div className={styles.plot}>
      <div
        className={styles.box}
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
          <path className={styles.grid} d="M0 0H100M0 50H100M0 100H100" />
          <path className={styles.area} d={plot.area} />
          <path className={styles.line} d={plot.line} />
          {shown && <path className={styles.cursor} d={`M${shown.x} 0V100`} />}
        </svg>
        {shown && <span className={styles.dot} style={{ left: `${shown.x}%`, top: `${shown.y}%` }} />}
        {shown && (
          <span
            className={styles.readout}
            data-side={shown.x > 60 ? 'left' : 'right'}
            style={{ left: `${shown.x}%` }}
          >
            <b>{format(shown.value)}</b> {clock(shown.at)}
          </span>
        )}
      </div>
      <p id={id} className="visually-hidden">
        {summary(format(plot.min), format(plot.max), since)}
      </p>
      <div className={styles.axis} aria-hidden="true">
        <span>{since}</span>
        <span>
          {format(plot.min)} – {format(plot.max)}
        </span>
        <span>{clock(plot.points[last]?.at ?? 0)}</span>
      </div>
    </div>
  )
}
