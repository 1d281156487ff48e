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
  const gone = useStore(connectionLost) !== undefined
  const saying =
    waiting.length === 0
      ? done.length > 0
        ? words.all_saved
        : ''
      : gone
        ? words.waiting(waiting.length)
        : words.saving(waiting.length)
  return (
    <div className={styles.filter}>
      <div className={styles.whys} role="group" aria-label={words.filter}>
        <button type="button" aria-pressed={why === undefined} onClick={() => onWhy(undefined)}>
          {words.all}
          <b>{queue.total.toLocaleString('en')}</b>
        </button>
        {check_causes
          .filter((one) => queue.by_why[one] > 0 || one === why)
          .map((one) => (
            <button key={one} type="button" aria-pressed={one === why} onClick={() => onWhy(one)}>
              {words.whys[one]}
              <b>{queue.by_why[one].toLocaleString('en')}</b>
            </button>
          ))}
      </div>
      <span
        className={styles.saving}
        role="status"
        data-tone={waiting.length === 0 ? 'ok' : gone ? 'warn' : 'info'}
      >
        {saying}
      </span>
      {queue.others.map(({ username, count }) => (
        <span key={username} className={styles.other}>
          {words.others(username, count)}
        </span>
      ))}
      <Button variant="quiet" onClick={onHelp}>
        {words.help}
        <kbd aria-hidden="true">?</kbd>
      </Button>
    </div>
  )
}
