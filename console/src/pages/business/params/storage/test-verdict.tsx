/**
 * The result of a test as text: why a step failed and what to do, the clock offset, and objects left behind.
 */
import type { Areas } from '#src/locales/areas.ts'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './storage-test.module.css'
import type { Tested } from './use-storage-test.ts'

type Words = Areas['object_storage']

/** A smaller offset cannot be distinguished from network latency and the whole seconds of the Date header. */
const min_skew_ms = 5_000
const max_skew_ms = 60_000

export function StorageTestResult({ tested, saved }: { tested: Tested; saved: boolean }) {
  const words = useWords('object_storage')
  const { reasons: errors } = useWords('errors')
  const { failed, skew_ms, left_behind, key, bucket } = tested
  const is_far = skew_ms !== null && Math.abs(skew_ms) > max_skew_ms
  return (
    <section
      className={styles.verdict}
      data-tone={failed ? 'bad' : 'ok'}
      aria-label={failed ? words.bad(words.steps[failed.step]) : words.good}
    >
      <p className={styles.said}>
        {failed ? <WarnIcon /> : <CheckIcon />}
        <strong>{failed ? words.bad(words.steps[failed.step]) : words.good}</strong>
      </p>
      <p>
        {failed ? (
          <>
            {failed.tls ? errors[`tls_${failed.tls}`] : reasonOf(failed, words)}。
            {words.advice[failed.reason]}
          </>
        ) : saved ? (
          words.good_saved
        ) : (
          words.good_says
        )}
      </p>
      {skew_ms !== null && (
        <p className={styles.skew} data-far={is_far}>
          {words.skew(skewText(skew_ms, words))}。{is_far && failed?.reason !== 'clock' && words.skew_far}
        </p>
      )}
      {failed && failed.said !== '' && (
        <p className={styles.quote}>
          {words.answer}：<q>{failed.said}</q>
        </p>
      )}
      {left_behind && (
        <p className={styles.skew} data-far="true">
          {words.left}
          <code>{[bucket, key].filter((part) => part !== '').join('/')}</code>
        </p>
      )}
    </section>
  )
}

function reasonOf({ step, reason }: NonNullable<Tested['failed']>, words: Words): string {
  if (reason !== 'denied') return words.reasons[reason]
  return words.denied[step === 'write' || step === 'read' || step === 'remove' ? step : 'other']
}

function skewText(skew_ms: number, words: Words): string {
  const off = Math.abs(skew_ms)
  if (off < min_skew_ms) return words.same
  const amount =
    off < 120_000
      ? words.seconds(Math.round(off / 1000))
      : off < 7_200_000
        ? words.minutes(Math.round(off / 60_000))
        : words.hours(Math.round(off / 3_600_000))
  return skew_ms > 0 ? words.ahead(amount) : words.behind(amount)
}
