/** What can be done with the chosen events. */
import { useState } from 'react'
import { WhyButton } from '../forms/why-button.tsx'
import { useChange } from '../queries.ts'
import { confirm } from '../ui/confirm.tsx'
import { CloseIcon, TrashIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../words.ts'
import type { LogCalls } from './event-log.tsx'
import { statusWord } from './event-status.tsx'
import styles from './events.module.css'
import type { Chosen } from './use-chosen.ts'

/** As many as one call takes. */
const at_once = 500
/** Nothing is lost to the platform where it has them, or was never meant to. */
const safe: readonly string[] = ['sent', 'discarded', 'skipped', 'manually_discarded']

export function ChosenBar({ chosen: { events, pick, clear }, calls, onGone }: { chosen: Chosen; calls: LogCalls; onGone: () => void }) {
  const words = useWords('parking')
  const [deleting, setDeleting] = useState(false)
  const change = useChange(calls.remove, { refresh: ['/api/parking/parking_event_search_condition'] })
  const unsent = events.filter((event) => !safe.includes(statusWord(event.status))).length

  async function remove() {
    const body = (
      <>
        <p>{words.delete_effect}</p>
        {unsent > 0 && <p className={styles.warning}>{words.delete_unsent(unsent)}</p>}
      </>
    )
    if (!(await confirm({ title: words.delete_ask(events.length), body, confirm: words.delete, danger: true }))) return
    setDeleting(true)
    const uuids = events.map(({ uuid }) => uuid)
    let deleted = 0
    let left = uuids
    // What could not be deleted stays chosen; why has been said in a toast.
    for (let answer; left.length > 0 && (answer = await change.run({ list: left.slice(0, at_once) })); left = left.slice(at_once)) deleted += answer.deleted
    pick(events.filter(({ uuid }) => !left.includes(uuid)), false)
    if (left.length === 0) toast.success(words.deleted(deleted))
    setDeleting(false)
    onGone()
  }

  return (
    <section className={styles.chosen} aria-label={words.chosen_bar}>
      <strong>{words.chosen(events.length)}</strong>
      <button type="button" className="button" data-kind="quiet" onClick={clear}><CloseIcon />{words.chosen_clear}</button>
      <WhyButton kind="danger" why={undefined} busy={deleting} onPress={() => void remove()}><TrashIcon />{words.delete}</WhyButton>
    </section>
  )
}
