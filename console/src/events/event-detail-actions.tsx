/** What can be done with the event that is open: its link copied, sent again, checked, deleted. What may not be done now says why. */
import { eventCan } from '@parking/contract/events/event-can.ts'
import type { EventStatus } from '@parking/contract/events/event-moves.ts'
import { useLocation } from 'react-router'
import { useMayWork } from '../forms/use-may-work.ts'
import { WhyButton } from '../forms/why-button.tsx'
import { useStore } from '../lib/store.ts'
import { useChange } from '../queries.ts'
import { session } from '../stores/session.ts'
import { Button } from '../ui/button/button.tsx'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { confirm } from '../ui/confirm.tsx'
import { copy } from '../ui/copy-text.tsx'
import { CopyIcon, HandIcon, RefreshIcon, TrashIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast.tsx'
import { useUiWords } from '../ui/ui-words.tsx'
import { useWords } from '../words.ts'
import styles from './event-detail.module.css'
import type { Detail } from './event-detail-steps.ts'
import { statusWord, type ParkingEvent } from './event-status.tsx'

/** Where the lists and this event are asked for. */
const after_change = [
  '/api/parking/parking_event',
  '/api/parking/manual_parking_event',
  '/api/parking/parking_event_detail',
  '/api/parking/parking_event_search_condition',
] as const
const resendable: readonly EventStatus[] = eventCan.resend
/** Nothing is lost to the platform where it has the event, or was never meant to. */
const safe: readonly string[] = ['sent', 'discarded', 'skipped', 'manually_discarded']

/** `detail`: undefined while it is not here, or of a device that has only the calls of the spec: then nothing is offered that it would not know. */
export function EventActions({
  event,
  detail,
  onGone,
}: {
  event: ParkingEvent
  detail: Detail | undefined
  onGone: () => void
}) {
  const [words, parking, ui] = [useWords('event_detail'), useWords('events'), useUiWords()]
  const { pathname } = useLocation()
  const may_work = useMayWork()
  const may_delete = useStore(session).roles.includes('admin')
  const resend = useChange('/api/parking/resend_parking_event', {
    refresh: after_change,
    done: ({ resent }) =>
      resent > 0 ? toast.success(words.resend_done) : toast.info(words.resend_not.waits),
  })
  const removal = useChange('/api/parking/delete_parking_event', { refresh: after_change })
  const status = statusWord(event.status)

  async function copyLink() {
    // The address of the list with this event alone: no filter of whoever copies it.
    const done = await copy(`${location.origin}${pathname}?${new URLSearchParams({ uuid: event.uuid })}`)
    if (done) toast.success(ui.copied)
    else toast.error(ui.copy_failed)
  }
  async function remove() {
    const body = (
      <>
        <p>{parking.delete_effect}</p>
        {!safe.includes(status) && <p className={styles.warning}>{parking.delete_unsent(1)}</p>}
      </>
    )
    if (!(await confirm({ title: parking.delete_ask(1), body, confirm: parking.delete, danger: true })))
      return
    const answer = await removal.run({ list: [event.uuid] })
    if (!answer) return
    toast.success(parking.deleted(answer.deleted))
    onGone()
  }
  return (
    <div className={styles.actions}>
      <Button onClick={() => void copyLink()}>
        <CopyIcon />
        {words.copy_link}
      </Button>
      {detail && (
        <>
          <WhyButton
            why={!may_work ? words.resend_role : whyNotResend(status, words.resend_not)}
            busy={resend.running}
            onPress={() => void resend.run({ list: [event.uuid] })}
          >
            <RefreshIcon />
            {words.resend}
          </WhyButton>
          {may_work && event.to_check ? (
            <ButtonLink
              to={`/business/data/manual?${new URLSearchParams({ tab: 'check', uuid: event.uuid })}`}
            >
              <HandIcon />
              {words.check}
            </ButtonLink>
          ) : (
            <WhyButton why={may_work ? words.check_not : words.check_role} onPress={() => undefined}>
              <HandIcon />
              {words.check}
            </WhyButton>
          )}
        </>
      )}
      <WhyButton
        why={may_delete ? undefined : words.delete_role}
        busy={removal.running}
        onPress={() => void remove()}
      >
        <TrashIcon />
        {parking.delete}
      </WhyButton>
    </div>
  )
}

function whyNotResend(status: EventStatus, words: { waits: string; for_good: string }): string | undefined {
  if (resendable.includes(status)) return undefined
  return status === 'discarded' || status === 'manually_discarded' ? words.for_good : words.waits
}
