/** One error rate of the whole device: the rate, its interval, and whether the promise is kept. */
import { useWords } from '#src/core/words.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { IntervalBar } from './interval-bar.tsx'
import { percentText, scaleOf, verdictOf, type Measured } from './measured.ts'
import styles from './results.module.css'

type Props = { what: 'entry' | 'exit' | 'plate'; measured: Measured; promise: number }

const tones = { none: 'idle', kept: 'ok', broken: 'bad', unsure: 'warn' } as const

export function RateCard({ what, measured, promise }: Props) {
  const words = useWords('accuracy')
  const { checked, wrong, rate, low, high, missing } = measured
  const verdict = verdictOf(measured, promise)
  return (
    <section className={styles.card} aria-label={words.rates[what]}>
      <header>
        <h2>{words.rates[what]}</h2>
        <StatusTag tone={tones[verdict]}>{words.verdicts[verdict]}</StatusTag>
      </header>
      <p className={styles.rate}>
        <strong>{checked === 0 ? '—' : percentText(rate)}</strong>
        {checked > 0 && <span>{words.interval(percentText(low), percentText(high))}</span>}
      </p>
      <IntervalBar measured={measured} promise={promise} scale={scaleOf([measured], promise)} />
      <p className={styles.says}>
        <span>{words.counts(checked, wrong)}</span>
        {missing > 0 && verdict !== 'broken' && <span>{words.missing(missing, promise)}</span>}
      </p>
    </section>
  )
}
