/** Filters by reason with counts, the other checkers, and the number of verdicts being saved. */
import { check_causes, type CheckCause } from '@parking/contract/checks/check-effect.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { useStore } from '#src/lib/store.ts'
import { connectionLost } from '#src/stores/connection-lost.ts'
import { useWords } from '#src/core/words.ts'
import styles from './check.module.css'
import { verdict_queue } from './verdict-queue.ts'
import { Button } from '#src/ui/button/button.tsx'

type Props = {
  queue: AnswerAt<'/api/parking/event_check_queue'>
  why: CheckCause | undefined
  onWhy: (why: CheckCause | undefined) => void
  onHelp: () => void
}

export function CheckFilter({ queue, why, onWhy, onHelp }: Props) {
  const words = useWords('checks')
  const { waiting, done } = useStore(verdict_queue)
  const offline = useStore(connectionLost) !== undefined
  const status_text =
    waiting.length === 0
      ? done.length > 0
        ? words.all_saved
        : ''
      : offline
        ? words.waiting(waiting.length)
        : words.saving(waiting.length)
  return (
    <div className={`row wrap gap-8-12 ${styles.filter}`}>
      <div className={`flex wrap gap-6 ${styles.whys}`} role="group" aria-label={words.filter}>
        <button
          type="button"
          className="plain ring-2 inline-row gap-6 text-13 ink-2 pill on-card"
          aria-pressed={why === undefined}
          onClick={() => onWhy(undefined)}
        >
          {words.all}
          <b className="bold figures">{queue.total.toLocaleString('en')}</b>
        </button>
        {check_causes
          .filter((one) => queue.by_why[one] > 0 || one === why)
          .map((one) => (
            <button
              key={one}
              type="button"
              className="plain ring-2 inline-row gap-6 text-13 ink-2 pill on-card"
              aria-pressed={one === why}
              onClick={() => onWhy(one)}
            >
              {words.whys[one]}
              <b className="bold figures">{queue.by_why[one].toLocaleString('en')}</b>
            </button>
          ))}
      </div>
      <span
        className={`note figures ${styles.saving}`}
        role="status"
        data-tone={waiting.length === 0 ? 'ok' : offline ? 'warn' : 'info'}
      >
        {status_text}
      </span>
      {queue.others.map(({ username, count }) => (
        <span key={username} className="text-13 ink-2">
          {words.others(username, count)}
        </span>
      ))}
      <Pace queue={queue} />
      <Button variant="quiet" onClick={onHelp}>
        {words.help}
        <kbd aria-hidden="true">?</kbd>
      </Button>
    </div>
  )
}

/** Minimum number of checks in the last hour for an estimate of the pace. */
const min_pace = 10

/** Number of checks the user has made, and roughly how long the rest takes at the pace of the last hour. */
function Pace({ queue: { mine, total } }: Pick<Props, 'queue'>) {
  const words = useWords('checks')
  if (mine.today === 0 && mine.hour === 0) return null
  const minutes = mine.hour < min_pace ? undefined : Math.ceil((total / mine.hour) * 60)
  return (
    <p className={`flex wrap push text-13 ink-2 figures ${styles.pace}`}>
      <span>{words.pace_hour(mine.hour)}</span> <span>{words.pace_today(mine.today)}</span>
      {minutes !== undefined && total > 0 && <span>{words.pace_left(minutes)}</span>}
    </p>
  )
}
