/** A summary of the event queue: number, age, rate and last failure. The storage page shows everything. */
import { QueuePause } from '#src/events/queue/queue-controls.tsx'
import { QueueFacts } from '#src/events/queue/queue-facts.tsx'
import { QueueSentence, QueueTag, type EventQueue } from '#src/events/queue/queue-state.tsx'
import { RelativeTime } from '#src/time/relative-time.tsx'
import type { CallState } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { Section } from '#src/ui/section.tsx'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useWords } from '#src/core/words.ts'
import shared from './dashboard.module.css'
import styles from './queue.module.css'

export function Queue({ query }: { query: CallState<EventQueue> }) {
  const words = useWords('queue')
  return (
    <Section title={words.title} action={query.data && <QueueTag queue={query.data} />}>
      <Loaded query={query} rows={5} failed={words.failed}>
        {(queue) => (
          <>
            <QueueSentence queue={queue} />
            <QueueFacts queue={queue} />
            <LastError queue={queue} />
            <div className={shared.controls}>
              <QueuePause queue={queue} />
              <ButtonLink variant="quiet" to="/device/storage">
                {words.open}
              </ButtonLink>
            </div>
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Hidden while the queue is stalled, because its sentence gives the reason. */
function LastError({ queue: { errors, state } }: { queue: EventQueue }) {
  const words = useWords('queue')
  const said = useWords('device_said')
  const last = errors[0]
  if (!last || state === 'stalled') return null
  const info = translateDeviceText(last.info, said)
  return (
    <p className={styles.lastError}>
      <span>
        {words.last_error}：{words.steps[last.step]}
        {words.outcomes[last.outcome]}，<RelativeTime time={last.last_ms} />
      </span>
      <span className={styles.lastSaid} title={info}>
        {info || words.no_answer}
      </span>
    </p>
  )
}
