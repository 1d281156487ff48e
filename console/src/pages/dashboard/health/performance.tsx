/** Memory and temperature, now and over the last hours (spec §2). */
import type { CallState } from '#src/core/queries.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { ZoneNote } from '#src/time/zone-note.tsx'
import shared from './dashboard.module.css'
import styles from './performance.module.css'
import { HistoryPlot } from './history-plot.tsx'
import type { Reading } from './plot.ts'

/** The warning levels are ours, not the spec's. Devices of this kind throttle at about 85 °C. */
const memory_warns = { warn: 80, bad: 92 }
const temperature_warns = { warn: 75, bad: 85 }

export function Performance({ query }: { query: CallState<AnswerAt<'/api/system/system_status'>> }) {
  const words = useWords('dashboard')
  return (
    <Section title={words.performance}>
      <Loaded query={query} rows={6} failed={words.failed}>
        {({ memory, memory_used, memory_total, temperature, history }) => (
          <div className={styles.gauges}>
            <Gauge
              label={words.memory}
              value={memory}
              unit="%"
              warns={memory_warns}
              scale={{ low: 0, high: 100 }}
              note={memory_total ? words.memory_of(bytes(memory_used), bytes(memory_total)) : ''}
              readings={(history ?? []).map(([at, value]): Reading => [at, value])}
            />
            <Gauge
              label={words.temperature}
              value={temperature}
              unit="°C"
              warns={temperature_warns}
              note={temperature === null ? words.no_sensor : ''}
              readings={(history ?? []).map(([at, , value]): Reading => [at, value])}
            />
          </div>
        )}
      </Loaded>
      <ZoneNote />
    </Section>
  )
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
  const tone = !known ? undefined : value >= warns.bad ? 'bad' : value >= warns.warn ? 'warn' : undefined
  return (
    <div className={styles.gauge}>
      <div className={shared.gaugeHead}>
        <span className={shared.label}>{label}</span>
        <span className={styles.figure} data-tone={tone}>
          {known ? value.toFixed(1) : words.none}
          {known && <small>{unit}</small>}
        </span>
        <span className={shared.aside}>{note}</span>
      </div>
      <HistoryPlot
        readings={readings}
        scale={scale}
        label={words.history(label)}
        format={(reading) => `${reading.toFixed(1)} ${unit}`}
        summary={words.history_says}
        none={words.no_history}
      />
    </div>
  )
}

function bytes(n: number): string {
  return n >= 1024 ** 3 ? `${(n / 1024 ** 3).toFixed(1)} GB` : `${Math.round(n / 1024 ** 2)} MB`
}
