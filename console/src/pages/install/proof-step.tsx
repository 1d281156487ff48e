/** Proof with a real car: follows the first event live, from the lot to the platform's answer. */
import { confidenceText } from '@parking/contract/checks/event-standing.ts'
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useWords } from '#src/core/words.ts'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import type { InstallState } from '#src/install/use-install.ts'
import { inSize } from '#src/lib/picture-size.ts'
import { formatTime } from '#src/time/time.ts'
import { CheckIcon, CloseIcon, RefreshIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import styles from './proof.module.css'

type Proof = NonNullable<InstallState['proof']>
type Step = 'seen' | 'read' | 'stored' | 'answered'
type State = 'done' | 'running' | 'waiting' | 'failed'

export function ProofStep({ proof }: { proof: Proof | null }) {
  const [words, codes] = [useWords('install'), useWords('codes')]
  const type = proof && wordOf(event_type, proof.event_type)
  const what = type ? codes.event_type[type] : ''
  return (
    <div className={styles.page}>
      <PageHeader title={words.proof_title} hint={words.proof_hint} />
      {proof && (
        <div className={`clip bordered on-card ${styles.card}`}>
          {proof.picture && (
            <img
              className={`full block ${styles.picture}`}
              src={inSize(proof.picture, 640)}
              alt={words.picture_of(proof.camera_name)}
            />
          )}
          <div className={`row gap-10 pad-10-12 ${styles.line}`}>
            <PlateChip number={proof.plate_number} color={proof.plate_color} />
            <strong className="grow slim text-15 anywhere">
              {proof.lot_no} {what}
            </strong>
            <time>{formatTime(proof.event_ms).slice(11)}</time>
          </div>
        </div>
      )}
      <ol aria-live="polite">
        <Row
          step="seen"
          state={proof ? 'done' : 'running'}
          time={proof && formatTime(proof.event_ms).slice(11)}
        >
          {proof ? words.proof_seen(proof.lot_no, what) : words.proof_waiting}
        </Row>
        <Row
          step="read"
          state={!proof ? 'waiting' : proof.plate_number === '' ? 'failed' : 'done'}
          time={null}
        >
          {proof &&
            (proof.plate_number === '' ? (
              words.proof_no_plate
            ) : (
              <>
                {proof.plate_picture && (
                  <img className={styles.plate} src={inSize(proof.plate_picture, 160)} alt="" />
                )}
                {words.confidence(confidenceText(proof.confidence))}
              </>
            ))}
        </Row>
        <Row
          step="stored"
          state={proof ? 'done' : 'waiting'}
          time={proof && laterText(proof.create_ms, proof, words)}
        >
          {proof && words.proof_pictures(proof.pictures, (proof.bytes / 1e6).toFixed(2))}
        </Row>
        <Row
          step="answered"
          state={
            !proof ? 'waiting' : proof.answered ? 'done' : proof.response_status === 1 ? 'failed' : 'running'
          }
          time={proof?.response_ms ? laterText(proof.response_ms, proof, words) : null}
        >
          {proof &&
            (proof.answered
              ? words.proof_taken
              : proof.response_status === 1
                ? words.proof_refused(proof.response_info)
                : words.proof_sending)}
        </Row>
      </ol>
      {proof && (
        <p className={styles.more}>
          <Link to={`/business/data/parking?uuid=${proof.uuid}`}>{words.open_event}</Link>
        </p>
      )}
    </div>
  )
}

function Row({
  step,
  state,
  time,
  children,
}: {
  step: Step
  state: State
  time: string | null
  children: ReactNode
}) {
  const words = useWords('install')
  return (
    <li className={`grid middle relative ${styles.row}`} data-state={state}>
      <span
        className={`ticked center ink-3 circle on-card icons-16 ${styles.mark}`}
        data-state={state}
        aria-hidden="true"
      >
        {state === 'done' ? <CheckIcon /> : state === 'failed' ? <CloseIcon /> : <RefreshIcon />}
      </span>
      <b>{words.proof_steps[step]}</b>
      {time && <time>{time}</time>}
      {children && <span className={`row gap-8 text-13 ink-2 anywhere ${styles.says}`}>{children}</span>}
    </li>
  )
}

const laterText = (ms: number, { event_ms }: Proof, words: { later_by: (s: string) => string }): string =>
  words.later_by(Math.max(0, (ms - event_ms) / 1000).toFixed(1))
