/** What can be done with the chosen events. One call takes 500: more go in pieces, with what is done so far and a way to stop. */
import { useMayWork } from '../forms/use-may-work.ts'
import { WhyButton } from '../forms/why-button.tsx'
import { useStore } from '../lib/store.ts'
import { useChange } from '../queries.ts'
import { session } from '../stores/session.ts'
import { Button } from '../ui/button/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { CloseIcon, RefreshIcon, TrashIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../words.ts'
import type { EventFilter } from './event-filter.ts'
import type { LogCalls } from './event-log.tsx'
import { statusWord } from './event-status.tsx'
import styles from './events.module.css'
import { useBatch } from './use-batch.ts'
import type { Chosen } from './use-chosen.ts'

/** As many as one call takes. */
const at_once = 500
/** As many as can be chosen by one press. */
const max_chosen = 5_000
/** Nothing is lost to the platform where it has them, or was never meant to. */
const safe: readonly string[] = ['sent', 'discarded', 'skipped', 'manually_discarded']
const discarded: readonly string[] = ['discarded', 'manually_discarded']

type Props = {
  chosen: Chosen
  calls: LogCalls
  filter: EventFilter
  /** Of the filter. */ total: number
  onGone: () => void
}

export function ChosenBar({ chosen: { events, pick, clear }, calls, filter, total, onGone }: Props) {
  const [words, list] = [useWords('events'), useWords('event_list')]
  const may_delete = useStore(session).roles.includes('admin')
  const why = useMayWork() ? undefined : words.resume_role
  const batch = useBatch()
  const removal = useChange(calls.remove, { refresh: ['/api/parking/parking_event_search_condition'] })
  const resending = useChange('/api/parking/resend_parking_event')
  const reading = useChange(calls.list)
  const count = (statuses: readonly string[]) =>
    events.filter(({ status }) => statuses.includes(statusWord(status))).length
  const busy = batch.progress !== undefined

  /** What is through is chosen no longer; what could not be done stays chosen, and why has been said in a toast. */
  async function inPieces(
    deed: 'delete' | 'resend',
    work: (uuids: string[]) => Promise<boolean>,
  ): Promise<boolean> {
    const { done, ended } = await batch.run(deed, events.length, async (from) => {
      const piece = events.slice(from, from + at_once)
      return (await work(piece.map(({ uuid }) => uuid))) && piece.length
    })
    pick(events.slice(0, done), false)
    if (ended === 'stopped') toast.info(list.stopped(done, events.length))
    onGone()
    return ended === 'all'
  }

  async function remove() {
    const unsent = events.length - count(safe)
    const body = (
      <>
        <p>{words.delete_effect}</p>
        {unsent > 0 && <p className={styles.warning}>{words.delete_unsent(unsent)}</p>}
      </>
    )
    if (
      !(await confirm({ title: words.delete_ask(events.length), body, confirm: words.delete, danger: true }))
    )
      return
    let deleted = 0
    const all = await inPieces('delete', async (uuids) => {
      const answer = await removal.run({ list: uuids })
      deleted += answer?.deleted ?? 0
      return answer !== undefined
    })
    if (all) toast.success(words.deleted(deleted))
  }

  async function resend() {
    const gone = count(discarded)
    const body = (
      <>
        <p>{list.resend_effect}</p>
        {gone > 0 && <p className={styles.warning}>{list.resend_discarded(gone)}</p>}
      </>
    )
    if (!(await confirm({ title: list.resend_ask(events.length), body, confirm: list.resend }))) return
    const sum = { resent: 0, left: 0 }
    const all = await inPieces('resend', async (uuids) => {
      const answer = await resending.run({ list: uuids })
      sum.resent += answer?.resent ?? 0
      sum.left += answer?.left ?? 0
      return answer !== undefined
    })
    if (all) (sum.resent > 0 ? toast.success : toast.info)(list.resent(sum.resent, sum.left))
  }

  async function chooseMatching() {
    let cursor: string | undefined
    await batch.run('choose', Math.min(total, max_chosen), async () => {
      const answer = await reading.run({
        page: 1,
        page_size: at_once,
        ...filter,
        ...(cursor === undefined ? {} : { cursor }),
      })
      if (!answer) return false
      pick(answer.list, true)
      cursor = answer.next
      return cursor === undefined ? max_chosen : answer.list.length
    })
  }

  return (
    <section className={styles.chosen} aria-label={words.chosen_bar}>
      <strong>{words.chosen(events.length)}</strong>
      {batch.progress ? (
        <span className={styles.progress} role="status">
          {list.working[batch.progress.deed]}
          <progress
            value={batch.progress.done}
            max={batch.progress.total}
            aria-label={list.working[batch.progress.deed]}
          />
          {list.worked(batch.progress.done, batch.progress.total)}
          <Button onClick={batch.stop}>{list.stop}</Button>
        </span>
      ) : (
        <>
          <Button variant="quiet" onClick={clear}>
            <CloseIcon />
            {words.chosen_clear}
          </Button>
          {total > events.length && (
            <Button variant="quiet" onClick={() => void chooseMatching()}>
              {total > max_chosen ? list.choose_newest(max_chosen) : list.choose_matching(total)}
            </Button>
          )}
        </>
      )}
      <span className={styles.deeds}>
        <WhyButton why={why} busy={busy} onPress={() => void resend()}>
          <RefreshIcon />
          {list.resend}
        </WhyButton>
        <WhyButton
          variant="danger"
          why={may_delete ? undefined : list.delete_role}
          busy={busy}
          onPress={() => void remove()}
        >
          <TrashIcon />
          {words.delete}
        </WhyButton>
      </span>
    </section>
  )
}
