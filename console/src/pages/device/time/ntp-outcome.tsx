/** The answer of a time server, or why the test failed, in the words of spec §8. */
import type { FailureReason } from '@parking/contract/core/codes.ts'
import type { AnswerAt, CallError } from '#src/core/api.ts'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { amountText } from './offset-text.ts'
import styles from './ntp-outcome.module.css'

export type Outcome =
  | { kind: 'none' }
  | { kind: 'testing'; server: string }
  | { kind: 'answered'; server: string; answer: AnswerAt<'/api/device/test_ntp'> }
  | { kind: 'failed'; server: string; error: CallError }

/** A larger offset is reported; this is the limit of GA/T 832 for a traffic record. */
const max_offset_ms = 1_000

export function NtpOutcome({ outcome }: { outcome: Outcome }) {
  const [words, errors] = [useWords('time'), useWords('errors')]
  if (outcome.kind === 'none' || outcome.kind === 'testing') return null
  // An invalid name is reported at its field.
  if (outcome.kind === 'failed' && outcome.error.issues.length > 0) return null
  if (outcome.kind === 'failed') {
    const { reason, detail, message } = outcome.error
    return (
      <div className={styles.outcome} data-tone="bad">
        <p className={styles.verdict}>
          <WarnIcon />
          {errors.messages.ntp_failed}
          <small>{words.tested(outcome.server)}</small>
        </p>
        <p>{reason ? errors.reasons[reason] : message}</p>
        <p>{words.advice[adviceOf(reason)]}</p>
        {detail && <p className={styles.detail}>{detail}</p>}
      </div>
    )
  }
  const { offset_ms, delay_ms, stratum } = outcome.answer
  const far = Math.abs(offset_ms) > max_offset_ms
  return (
    <div className={styles.outcome} data-tone={far ? 'warn' : 'ok'}>
      <p className={styles.verdict}>
        <CheckIcon />
        {errors.messages.ntp_success}
        <small>{words.tested(outcome.server)}</small>
      </p>
      <dl>
        <div>
          <dt>{words.offset}</dt>
          <dd>
            <Offset ms={offset_ms} />
          </dd>
        </div>
        <div>
          <dt>{words.delay}</dt>
          <dd>{words.ms(delay_ms.toFixed(delay_ms < 10 ? 2 : 1))}</dd>
        </div>
        <div>
          <dt>{words.stratum}</dt>
          <dd>{words.stratum_of(stratum)}</dd>
        </div>
      </dl>
      {far && <p>{words.offset_far}</p>}
    </div>
  )
}

/** The sign as text: a positive offset means that the device is behind. */
function Offset({ ms }: { ms: number }) {
  const [words, units] = [useWords('time'), useWords('shell').time.units]
  if (Math.abs(ms) < 0.005) return <>{words.offset_none}</>
  return <>{(ms > 0 ? words.offset_behind : words.offset_ahead)(amountText(ms, words, units))}</>
}

function adviceOf(reason: FailureReason | undefined): 'name' | 'reach' | 'answer' | 'other' {
  if (reason === 'name_unknown') return 'name'
  if (reason === 'timeout' || reason === 'unreachable') return 'reach'
  return reason === 'bad_answer' || reason === 'not_synchronized' ? 'answer' : 'other'
}
