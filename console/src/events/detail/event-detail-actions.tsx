/**
 * The actions of the open event: copy its link, resend, check, delete. A disabled action gives its reason.
 */
import { undo_days } from '@parking/contract/changes/change-kinds.ts'
import { allowed_event_statuses } from '@parking/contract/events/allowed-event-statuses.ts'
import type { EventStatus } from '@parking/contract/events/event-transitions.ts'
import { useLocation } from 'react-router'
import { sayWithUndo } from '#src/acts/say-with-undo.ts'
import { useMayCheck, useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { copy } from '#src/ui/copy-text.tsx'
import { CopyIcon, HandIcon, RefreshIcon, TrashIcon } from '#src/ui/icons.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useUiWords } from '#src/ui/ui-words.tsx'
import { useWords } from '#src/core/words.ts'
import { DossierButton } from '../dossier/dossier-button.tsx'
import styles from './event-detail.module.css'
import type { Detail } from './event-detail-steps.ts'
import { delivered_or_discarded, statusWord, type ParkingEvent } from '../event/event-status.tsx'

/** The calls whose answers an action changes. */
const affected_calls = [
  '/api/parking/parking_event',
  '/api/parking/manual_parking_event',
  '/api/parking/parking_event_detail',
  '/api/parking/parking_event_search_condition',
] as const
const resendable: readonly EventStatus[] = allowed_event_statuses.resend

/**
 * `detail`: undefined while loading, or from a device that has only the calls of the spec and cannot resend
 * or check.
 */
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
  const [may_work, may_check] = [useMayWork(), useMayCheck()]
  const may_delete = useStore(session).roles.includes('admin')
  const resend = useChange('/api/parking/resend_parking_event', {
    refresh: affected_calls,
    done: ({ resent }) =>
      resent > 0 ? toast.success(words.resend_done) : toast.info(words.resend_not.waits),
  })
  const deletion = useChange('/api/parking/delete_parking_event', { refresh: affected_calls })
  const status = statusWord(event.status)

  async function copyLink() {
    // The address of the list with this event only, without the current user's filter.
    const copied = await copy(`${location.origin}${pathname}?${new URLSearchParams({ uuid: event.uuid })}`)
    if (copied) toast.success(ui.copied)
    else toast.error(ui.copy_failed)
  }
  async function remove() {
    const body = (
      <>
        <p className="paragraph">{parking.delete_effect(undo_days)}</p>
        {!delivered_or_discarded.includes(status) && (
          <p className={`paragraph bad ${styles.warning}`}>{parking.delete_unsent(1)}</p>
        )}
      </>
    )
    if (!(await confirm({ title: parking.delete_ask(1), body, confirm: parking.delete, danger: true })))
      return
    const answer = await deletion.run({ list: [event.uuid] })
    if (!answer) return
    void sayWithUndo(parking.deleted(answer.deleted), 'delete_events')
    onGone()
  }
  return (
    <div className={`flex wrap gap-8 ${styles.actions}`}>
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
          {may_check && event.to_check ? (
            <ButtonLink
              to={`/business/data/manual?${new URLSearchParams({ tab: 'check', uuid: event.uuid })}`}
            >
              <HandIcon />
              {words.check}
            </ButtonLink>
          ) : (
            <WhyButton why={may_check ? words.check_not : words.check_role} onPress={() => undefined}>
              <HandIcon />
              {words.check}
            </WhyButton>
          )}
        </>
      )}
      {detail && <DossierButton uuid={event.uuid} />}
      <WhyButton
        why={may_delete ? undefined : words.delete_role}
        busy={deletion.running}
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
