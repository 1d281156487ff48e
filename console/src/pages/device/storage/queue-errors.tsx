/** The recent send failures by reason, with their number and the time of the last one. */
import type { EventQueue } from '#src/events/queue/queue-state.tsx'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { CheckIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useWords } from '#src/core/words.ts'
import shared from './storage.module.css'
import styles from './queue-errors.module.css'

export function QueueErrors({ errors }: { errors: EventQueue['errors'] }) {
  const [words, said] = [useWords('queue'), useWords('device_said')]
  return (
    <Section title={words.errors} hint={words.errors_hint}>
      {errors.length === 0 ? (
        <p className={shared.nothing}>
          <CheckIcon />
          <span>{words.no_errors}</span>
        </p>
      ) : (
        <table className={shared.errors}>
          <thead>
            <tr>
              <th scope="col">{words.reason}</th>
              <th scope="col">{words.times}</th>
              <th scope="col">{words.last}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ step, outcome, info, n, last_ms }) => (
              <tr key={`${step} ${outcome} ${info}`}>
                <th scope="row">
                  <StatusTag tone={outcome === 'refused' || outcome === 'missing' ? 'bad' : 'warn'}>
                    {words.steps[step]}
                    {words.outcomes[outcome]}
                  </StatusTag>
                  <span className={styles.said}>{translateDeviceText(info, said) || words.no_answer}</span>
                </th>
                <td>{n.toLocaleString('en')}</td>
                <td>
                  <RelativeTime time={last_ms} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
