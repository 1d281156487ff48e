/** Everything that was done with an event, newest first: moves with their reason, tries with the answer word for word, checks with who and why. */
import { check_undone } from '@parking/contract/checks/check-effect.ts'
import type { ReactNode } from 'react'
import { CopyText } from '../ui/copy-text.tsx'
import type { Tone } from '../ui/status-tag.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { useWords } from '../words.ts'
import styles from './event-detail-history.module.css'
import { stepsOf, type Attempt, type Check, type Detail, type Move, type Step } from './event-detail-steps.ts'
import { StatusOf } from './event-status.tsx'

const tone_of_outcome: Record<Attempt['outcome'], Tone> = {
  accepted: 'ok',
  refused: 'bad',
  busy: 'warn',
  silent: 'warn',
  missing: 'bad',
}

export function EventHistory({ event }: { event: Detail }) {
  const [words, parking] = [useWords('event_detail'), useWords('events')]
  const sent = event.attempts.filter(({ step }) => step === 'deliver').length
  return (
    <section>
      <h3 className={styles.title}>
        {words.history} <small>{words.history_hint}</small>
      </h3>
      {event.next_try_str && <p className={styles.next}>{words.next_try(event.next_try_str)}</p>}
      <ol className={styles.steps}>
        {stepsOf(event).map((step, at) => (
          <StepRow key={at} step={step} />
        ))}
      </ol>
      {event.count_tried > sent && sent > 0 && (
        <p className={styles.note}>{words.kept(sent, event.count_tried)}</p>
      )}
      {event.objects.length > 0 && (
        <details className={styles.objects}>
          <summary>{words.objects(event.objects.length)}</summary>
          <ul>
            {event.objects.map(({ kind, key, bytes, stored_str }) => (
              <li key={key}>
                <span>
                  {kindWord(kind, words.object_kinds)}{' '}
                  <small>
                    {Math.max(1, Math.round(bytes / 1024))} kB，{stored_str}
                  </small>
                </span>
                <CopyText text={key}>
                  <code>{key}</code>
                </CopyText>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className={styles.uuid}>
        <span>{parking.uuid}</span>
        <CopyText text={event.uuid}>
          <code>{event.uuid}</code>
        </CopyText>
      </p>
    </section>
  )
}

const kindWord = (kind: string, kinds: Record<string, string>): string => kinds[kind] ?? kind

function StepRow({ step }: { step: Step }) {
  switch (step.kind) {
    case 'taken_in':
      return <TakenIn status={step.status} time_str={step.time_str} />
    case 'move':
      return <Moved move={step.move} />
    case 'check':
      return <Checked check={step.check} />
    case 'attempt':
      return <Tried attempt={step.attempt} before={step.before} />
  }
}

function Row({ time_str, tone, children }: { time_str: string; tone: Tone; children: ReactNode }) {
  return (
    <li className={styles.step} data-tone={tone}>
      <time className={styles.time}>{time_str}</time>
      <div className={styles.body}>{children}</div>
    </li>
  )
}

function TakenIn({ status, time_str }: { status: number; time_str: string }) {
  const words = useWords('event_detail')
  return (
    <Row time_str={time_str} tone="idle">
      <div className={styles.line}>
        <strong>{words.recorded}</strong>
        <StatusOf status={status} />
      </div>
    </Row>
  )
}

function Moved({ move }: { move: Move }) {
  const words = useWords('event_detail')
  return (
    <Row time_str={move.time_str} tone="info">
      <div className={styles.line}>
        <span>{reasonWord(move.reason, words.reasons)}</span>
        <StatusOf status={move.to} />
        {move.by && <small>{words.by(move.by)}</small>}
      </div>
    </Row>
  )
}

/** A reason that this console does not know is shown as the device says it. */
export const reasonWord = (reason: string, reasons: Record<string, string>): string =>
  reasons[reason] ?? reason

function Checked({ check }: { check: Check }) {
  const [words, parking] = [useWords('event_detail'), useWords('events')]
  const changed = check.plate_before !== check.plate_after
  return (
    <Row time_str={check.time_str} tone="info">
      <div className={styles.line}>
        <strong>{words.checked}</strong>
        <span>{words.verdicts[check.verdict] ?? check.verdict}</span>
        <small>{words.by(check.by)}</small>
      </div>
      {changed && (
        <p className={styles.plates}>
          {words.plate_change(check.plate_before || parking.no_plate, check.plate_after || parking.no_plate)}
        </p>
      )}
      {check.reason && (
        <p>{check.reason === check_undone ? words.check_undone : words.check_reason(check.reason)}</p>
      )}
    </Row>
  )
}

function Tried({ attempt, before }: { attempt: Attempt; before: readonly Attempt[] }) {
  const words = useWords('event_detail')
  const tone = tone_of_outcome[attempt.outcome] ?? 'idle'
  return (
    <Row time_str={attempt.time_str} tone={tone}>
      <div className={styles.line}>
        <strong>{words.steps[attempt.step] ?? attempt.step}</strong>
        <StatusTag tone={tone}>
          {words.outcomes[attempt.step]?.[attempt.outcome] ?? attempt.outcome}
        </StatusTag>
        <small>
          {words.took(
            attempt.took_ms < 1_000 ? `${attempt.took_ms} ms` : `${(attempt.took_ms / 1_000).toFixed(1)} s`,
          )}
        </small>
      </div>
      {attempt.address && <p className={styles.address}>{attempt.address}</p>}
      {attempt.info && (
        <pre className={styles.said}>
          <span className="visually-hidden">{words.said}</span>
          <code>{attempt.info}</code>
        </pre>
      )}
      {before.length > 0 && (
        <details className={styles.before}>
          <summary>{words.same(before.length)}</summary>
          <ul>
            {before.map(({ timestamp_ms, time_str }) => (
              <li key={timestamp_ms}>{time_str}</li>
            ))}
          </ul>
        </details>
      )}
    </Row>
  )
}
