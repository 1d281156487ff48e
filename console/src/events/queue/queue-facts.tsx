/**
 * The figures of the queue: count, age, rates and time to drain. Each figure keeps its position while the
 * page polls.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './queue.module.css'
import type { EventQueue } from './queue-state.tsx'

/**
 * Statuses of events waiting to be sent (spec §4): awaiting processing, awaiting upload, pending, delayed.
 */
export const waiting_statuses = [7, 6, 0, 1] as const

/** `size`: the size of the waiting events' media as text; empty if unknown. */
export function QueueFacts({ queue, size = '' }: { queue: EventQueue; size?: string }) {
  const words = useWords('queue')
  const oldest = waiting_statuses.flatMap((status) => queue.oldest_ms[status] ?? [])
  const parked_status = (queue.by_status['4'] ?? 0) > 0 ? 4 : 5
  return (
    <dl className={`grid above-16 figures ${styles.facts}`}>
      <Fact label={words.waiting} note={size}>
        <b className={styles.figure}>{queue.waiting.toLocaleString('en')}</b>
      </Fact>
      <Fact label={words.oldest}>
        {oldest.length === 0 ? words.none_waits : <RelativeTime time={Math.min(...oldest)} />}
      </Fact>
      <Fact label={words.drain}>
        {queue.waiting === 0
          ? words.none_waits
          : queue.drain_s === null
            ? words.not_known
            : words.drains(queue.drain_s)}
      </Fact>
      <Fact label={words.rate_in} note={words.hour(words.per_minute(queue.rate_in.hour))}>
        {words.per_minute(queue.rate_in.minutes_5)}
      </Fact>
      <Fact label={words.rate_out} note={words.hour(words.per_minute(queue.rate_out.hour))}>
        {words.per_minute(queue.rate_out.minutes_5)}
      </Fact>
      <Fact label={words.parked}>
        {queue.parked === 0 ? (
          words.none_waits
        ) : (
          <Link
            className="bad bold"
            to={`/business/data/parking?status=${parked_status}`}
            title={words.parked_hint}
          >
            {words.count(queue.parked)}
          </Link>
        )}
      </Fact>
    </dl>
  )
}

function Fact({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="note leading-20">{label}</dt>
      <dd>
        {children}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
