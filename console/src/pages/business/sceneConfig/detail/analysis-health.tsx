/**
 * How the analysis application keeps up with this camera: how often it takes a look, its latency, and how
 * many looks it missed.
 */
import type { AnswerAt } from '#src/core/api.ts'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import styles from './detail.module.css'

type Figures = NonNullable<AnswerAt<'/api/camera/analysis_health'>['figures']>

export function AnalysisHealth({ camera_sn }: { camera_sn: string }) {
  const words = useWords('camera').analysis
  const query = useCall('/api/camera/analysis_health', { camera_sn }, { every: 5_000 })
  return (
    <section aria-label={words.title}>
      <div className={`row wrap spread gap-8 ${styles.row}`}>
        <h3>{words.title}</h3>
        {query.data?.figures && <HealthTag figures={query.data.figures} />}
      </div>
      <Loaded query={query} rows={2} failed={words.failed}>
        {({ state, figures }) =>
          figures ? (
            <FigureFacts figures={figures} />
          ) : (
            <p className="note above-8">{state === 'watched' ? '' : words.without[state]}</p>
          )
        }
      </Loaded>
    </section>
  )
}

function HealthTag({ figures: { looks, misses, slowed } }: { figures: Figures }) {
  const { tags } = useWords('camera').analysis
  if (looks === 0 && misses > 0) return <StatusTag tone="bad">{tags.unseen}</StatusTag>
  if (slowed) return <StatusTag tone="warn">{tags.slowed}</StatusTag>
  return <StatusTag tone="ok">{tags.well}</StatusTag>
}

function FigureFacts({ figures }: { figures: Figures }) {
  const [words, said] = [useWords('camera').analysis, useWords('device_said')]
  const { seconds, looks, misses, latency_ms, interval_ms, wanted_ms, slowed, why } = figures
  const rate = seconds === 0 ? 0 : looks / seconds
  return (
    <>
      <Facts width="narrow" className={styles.facts}>
        <Fact name={words.rate}>{words.rate_is(rate.toFixed(2), oneDecimal(interval_ms / 1000))}</Fact>
        <Fact name={words.latency}>
          {latency_ms === null ? words.no_latency : words.seconds((latency_ms / 1000).toFixed(2))}
        </Fact>
        <Fact name={words.looks}>{words.looks_are(looks, Math.max(1, Math.round(seconds / 60)))}</Fact>
        <Fact name={words.misses}>
          {misses === 0 ? words.no_misses : words.misses_are(misses, translateDeviceText(why, said))}
        </Fact>
      </Facts>
      {slowed && (
        <p className={`text-13 warn ${styles.warning}`} role="status">
          {words.slowed(oneDecimal(wanted_ms / 1000), oneDecimal(interval_ms / 1000))}
        </p>
      )}
    </>
  )
}

const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10)
