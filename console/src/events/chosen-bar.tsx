/** What can be done with the chosen events. */
import { call } from '../api.ts'
import { useState } from 'react'
import { WhyButton } from '../forms/why-button.tsx'
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

export function ChosenBar({ chosen: { events, clear }, calls, onGone }: { chosen: Chosen; calls: LogCalls; onGone: () => void }) {
  const words = useWords('parking')
  const [deleting, setDeleting] = useState(false)
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
    try {
      for (let at = 0; at < uuids.length; at += at_once) deleted += (await call(calls.remove, { list: uuids.slice(at, at + at_once) })).deleted
      clear()
      toast.success(words.deleted(deleted))
    } catch {
      // The call has said it in a toast; what is left stays chosen.
    } finally {
      setDeleting(false)
      onGone()
    }
  }

  return (
    <section className={styles.chosen} aria-label={words.chosen_bar}>
      <strong>{words.chosen(events.length)}</strong>
      <button type="button" className="button" data-kind="quiet" onClick={clear}><CloseIcon />{words.chosen_clear}</button>
      <WhyButton kind="danger" why={undefined} busy={deleting} onPress={() => void remove()}><TrashIcon />{words.delete}</WhyButton>
    </section>
  )
}
