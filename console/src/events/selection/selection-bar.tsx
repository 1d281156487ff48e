/**
 * The actions on the selected events. One call accepts 500; larger selections run as a batch with progress
 * and a stop button.
 * Long because all actions share one running batch.
 */
import { undo_days } from '@parking/contract/changes/change-kinds.ts'
import { useEffect, useRef, useState } from 'react'
import { sayWithUndo } from '#src/acts/say-with-undo.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { DownloadIcon, CloseIcon, RefreshIcon, TrashIcon } from '#src/ui/icons.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import type { EventFilter } from '../filter/event-filter.ts'
import type { EventListCalls } from '../event/event-calls.ts'
import { delivered_or_discarded, statusWord } from '../event/event-status.tsx'
import styles from './selection-bar.module.css'
import type { EventSelection } from './use-selection.ts'

/** Maximum number of events in one call. */
const max_per_call = 500
/** Maximum number of events that one click selects. */
const max_selected = 5_000
const discarded: readonly string[] = ['discarded', 'manually_discarded']

type Props = {
  selection: EventSelection
  calls: EventListCalls
  filter: EventFilter
  /** The number of events that match the filter. */
  total: number
  onChanged: () => void
  onExport: () => void
}

export function SelectionBar({ selection, calls, filter, total, onChanged, onExport }: Props) {
  const { events, set, clear } = selection
  const [words, list] = [useWords('events'), useWords('event_list')]
  const may_delete = useStore(session).roles.includes('admin')
  const why = useMayWork() ? undefined : words.send_role
  const batch = useBatch()
  const deletion = useChange(calls.remove, { refresh: ['/api/parking/parking_event_search_condition'] })
  const resending = useChange('/api/parking/resend_parking_event')
  const listing = useChange(calls.list)
  const count = (statuses: readonly string[]) =>
    events.filter(({ status }) => statuses.includes(statusWord(status))).length
  const busy = batch.progress !== undefined

  // Esc clears the selection, as everywhere, unless it closes something else.
  useEffect(() => {
    if (busy) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open], :popover-open')) clear()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [busy, clear])

  /** Processed events leave the selection. The others stay selected, and a toast has given the reason. */
  async function runInParts(
    action: 'delete' | 'resend',
    change: (uuids: string[]) => Promise<boolean>,
  ): Promise<boolean> {
    const { done, result } = await batch.run(action, events.length, async (from) => {
      const part = events.slice(from, from + max_per_call)
      return (await change(part.map(({ uuid }) => uuid))) && part.length
    })
    set(events.slice(0, done), false)
    if (result === 'stopped') toast.info(list.stopped(done, events.length))
    onChanged()
    return result === 'all'
  }

  async function remove() {
    const unsent = events.length - count(delivered_or_discarded)
    const body = (
      <>
        <p className="paragraph">{words.delete_effect(undo_days)}</p>
        {unsent > 0 && <p className={`paragraph bad ${styles.warning}`}>{words.delete_unsent(unsent)}</p>}
      </>
    )
    if (
      !(await confirm({ title: words.delete_ask(events.length), body, confirm: words.delete, danger: true }))
    )
      return
    let deleted = 0
    const all = await runInParts('delete', async (uuids) => {
      const answer = await deletion.run({ list: uuids })
      deleted += answer?.deleted ?? 0
      return answer !== undefined
    })
    if (all)
      void sayWithUndo(words.deleted(deleted), 'delete_events', Math.ceil(events.length / max_per_call))
  }

  async function resend() {
    const discarded_count = count(discarded)
    const body = (
      <>
        <p className="paragraph">{list.resend_effect}</p>
        {discarded_count > 0 && (
          <p className={`paragraph bad ${styles.warning}`}>{list.resend_discarded(discarded_count)}</p>
        )}
      </>
    )
    if (!(await confirm({ title: list.resend_ask(events.length), body, confirm: list.resend }))) return
    const sum = { resent: 0, left: 0 }
    const all = await runInParts('resend', async (uuids) => {
      const answer = await resending.run({ list: uuids })
      sum.resent += answer?.resent ?? 0
      sum.left += answer?.left ?? 0
      return answer !== undefined
    })
    if (all) (sum.resent > 0 ? toast.success : toast.info)(list.resent(sum.resent, sum.left))
  }

  async function selectMatching() {
    let cursor: string | undefined
    await batch.run('choose', Math.min(total, max_selected), async () => {
      const answer = await listing.run({
        page: 1,
        page_size: max_per_call,
        ...filter,
        ...(cursor === undefined ? {} : { cursor }),
      })
      if (!answer) return false
      set(answer.list, true)
      cursor = answer.next
      return cursor === undefined ? max_selected : answer.list.length
    })
  }

  return (
    <section className={`row wrap icons-16 ${styles.bar}`} aria-label={words.chosen_bar}>
      <strong className="bold figures">{words.chosen(events.length)}</strong>
      {batch.progress ? (
        <span className={`row wrap gap-8 figures ${styles.progress}`} role="status">
          {list.working[batch.progress.action]}
          <progress
            value={batch.progress.done}
            max={batch.progress.total}
            aria-label={list.working[batch.progress.action]}
          />
          {list.worked(batch.progress.done, batch.progress.total)}
          <Button onClick={batch.stop}>{list.stop}</Button>
        </span>
      ) : (
        total > events.length && (
          <Button variant="quiet" onClick={() => void selectMatching()}>
            {total > max_selected ? list.choose_newest(max_selected) : list.choose_matching(total)}
          </Button>
        )
      )}
      <span className="flex wrap gap-6">
        <WhyButton why={why} busy={busy} onPress={onExport}>
          <DownloadIcon />
          {list.export}
        </WhyButton>
        <WhyButton why={why} busy={busy} onPress={() => void resend()}>
          <RefreshIcon />
          {list.resend}
        </WhyButton>
        <WhyButton why={may_delete ? undefined : list.delete_role} busy={busy} onPress={() => void remove()}>
          <TrashIcon />
          {words.delete}
        </WhyButton>
      </span>
      <Button className={styles.clear} onClick={clear} disabled={busy}>
        <CloseIcon />
        {words.chosen_clear}
        <kbd className="mouse-only" aria-hidden="true">
          Esc
        </kbd>
      </Button>
    </section>
  )
}

type BatchAction = 'choose' | 'delete' | 'resend'
type Progress = { action: BatchAction; done: number; total: number }
type BatchResult = { done: number; result: 'all' | 'stopped' | 'failed' }
type Batch = {
  /** Undefined if no batch is running. */
  progress: Progress | undefined
  stop: () => void
  /**
   * Calls `runPart` with the number of events done so far, until all are done, it returns false (failed) or 0
   * (nothing left), or the user stops the batch.
   */
  run: (
    action: BatchAction,
    total: number,
    runPart: (done: number) => Promise<number | false>,
  ) => Promise<BatchResult>
}

/** Runs an action on many events in parts that one call accepts, with progress and a stop between parts. */
function useBatch(): Batch {
  const [progress, setProgress] = useState<Progress>()
  const stopped = useRef(false)
  return {
    progress,
    stop: () => {
      stopped.current = true
    },
    async run(action, total, runPart) {
      stopped.current = false
      let done = 0
      let result: BatchResult['result'] = 'all'
      while (done < total) {
        setProgress({ action, done, total })
        const count = await runPart(done)
        if (count === false) result = 'failed'
        else if (count === 0) break
        else done += count
        if (stopped.current && done < total) result = 'stopped'
        if (result !== 'all') break
      }
      setProgress(undefined)
      return { done, result }
    },
  }
}
