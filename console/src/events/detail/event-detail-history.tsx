/**
 * The history of an event, newest first: status changes with their reason, attempts with the verbatim answer,
 * checks with author and reason.
 */
import type { ReactNode } from 'react'
import { CopyText } from '#src/ui/copy-text.tsx'
import { type Tone, StatusTag } from '#src/ui/status-tag.tsx'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useWords } from '#src/core/words.ts'
import styles from './event-detail-history.module.css'
import {
  stepsOf,
  type Attempt,
  type Check,
  type Detail,
  type StatusChange,
  type Step,
} from './event-detail-steps.ts'
import { StatusTagOf } from '../event/event-status.tsx'

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
      <h3 className={`below-8 text-14 bold ${styles.title}`}>
        {words.history} <small>{words.history_hint}</small>
      </h3>
      {event.next_try_str && <p className="below-8 warn figures">{words.next_try(event.next_try_str)}</p>}
      <ol>
        {stepsOf(event).map((step, at) => (
          <StepRow key={at} step={step} />
        ))}
      </ol>
      {event.count_tried > sent && sent > 0 && (
        <p className={`below-8 ${styles.note}`}>{words.attempts_stored(sent, event.count_tried)}</p>
      )}
      {event.objects.length > 0 && (
        <details className={styles.objects}>
          <summary>{words.objects(event.objects.length)}</summary>
          <ul>
            {event.objects.map(({ kind, key, bytes, stored_str }) => (
              <li key={key} className="grid slim gap-2">
                <span>
                  {kindLabel(kind, words.object_kinds)}{' '}
                  <small>
                    {Math.max(1, Math.round(bytes / 1024))} kB，{stored_str}
                  </small>
                </span>
                <CopyText text={key}>
                  <code className="text-12 mono">{key}</code>
                </CopyText>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className={`flex wrap gap-4-12 ink-3 ${styles.uuid}`}>
        <span>{parking.uuid}</span>
        <CopyText text={event.uuid}>
          <code className="ink text-12 mono">{event.uuid}</code>
        </CopyText>
      </p>
    </section>
  )
}

const kindLabel = (kind: string, kinds: Record<string, string>): string => kinds[kind] ?? kind

function StepRow({ step }: { step: Step }) {
  switch (step.kind) {
    case 'received':
      return <Received status={step.status} time_str={step.time_str} />
    case 'change':
      return <Changed change={step.change} />
    case 'check':
      return <Checked check={step.check} />
    case 'attempt':
      return <Attempted attempt={step.attempt} before={step.before} />
  }
}

function Row({ time_str, tone, children }: { time_str: string; tone: Tone; children: ReactNode }) {
  return (
    <li className={styles.step} data-tone={tone}>
      <time className={`note nowrap text-end ${styles.time}`}>{time_str}</time>
      <div className={`slim ${styles.body}`}>{children}</div>
    </li>
  )
}

function Received({ status, time_str }: { status: number; time_str: string }) {
  const words = useWords('event_detail')
  return (
    <Row time_str={time_str} tone="idle">
      <div className={`row wrap ${styles.line}`}>
        <strong>{words.recorded}</strong>
        <StatusTagOf status={status} />
      </div>
    </Row>
  )
}

function Changed({ change }: { change: StatusChange }) {
  const words = useWords('event_detail')
  return (
    <Row time_str={change.time_str} tone="info">
      <div className={`row wrap ${styles.line}`}>
        <span>{reasonLabel(change.reason, words.reasons)}</span>
        <StatusTagOf status={change.to} />
        {change.by && <small>{words.by(change.by)}</small>}
      </div>
    </Row>
  )
}

/** The label of a reason; an unknown reason is shown as the device sends it. */
export const reasonLabel = (reason: string, reasons: Record<string, string>): string =>
  reasons[reason] ?? reason

function Checked({ check }: { check: Check }) {
  const [words, parking] = [useWords('event_detail'), useWords('events')]
  const plate_changed = check.plate_before !== check.plate_after
  return (
    <Row time_str={check.time_str} tone="info">
      <div className={`row wrap ${styles.line}`}>
        {check.verdict === 'typed' ? (
          <strong>{words.verdicts.typed}</strong>
        ) : (
          <>
            <strong>{words.checked}</strong>
            <span>{words.verdicts[check.verdict] ?? check.verdict}</span>
          </>
        )}
        <small>{words.by(check.by)}</small>
      </div>
      {plate_changed && (
        <p className="bold figures">
          {words.plate_change(check.plate_before || parking.no_plate, check.plate_after || parking.no_plate)}
        </p>
      )}
      {check.reason && <p>{words.check_reason(check.reason)}</p>}
    </Row>
  )
}

function Attempted({ attempt, before }: { attempt: Attempt; before: readonly Attempt[] }) {
  const [words, said] = [useWords('event_detail'), useWords('device_said')]
  const tone = tone_of_outcome[attempt.outcome] ?? 'idle'
  return (
    <Row time_str={attempt.time_str} tone={tone}>
      <div className={`row wrap ${styles.line}`}>
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
        <pre className={`above-4 anywhere bordered round-6 on-subtle ${styles.answer}`}>
          <span className="visually-hidden">{words.answer}</span>
          <code className="text-12 mono">{translateDeviceText(attempt.info, said)}</code>
        </pre>
      )}
      {before.length > 0 && (
        <details className={`text-13 ink-2 ${styles.before}`}>
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
