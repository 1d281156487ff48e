/** The manual log (spec §2 "manual / second-image log", DESIGN §5): what somebody looked at and judged, each with the picture of that moment. */
import { useState } from 'react'
import { EventLog } from '../../../../events/event-log.tsx'
import { useMayWork } from '../../../../forms/use-may-work.ts'
import { WhyButton } from '../../../../forms/why-button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PlusIcon } from '../../../../ui/icons.tsx'
import { useWords } from '../../../../words.ts'
import { CheckDialog } from './check-dialog.tsx'

export default function ManualChecks() {
  const [words, titles] = [useWords('manual'), useWords('shell').routes]
  const [checking, setChecking] = useState(false)
  const why = useMayWork() ? undefined : words.role
  const check = <WhyButton kind="main" why={why} onPress={() => setChecking(true)}><PlusIcon />{words.check}</WhyButton>
  return (
    <>
      <EventLog
        title={titles.business_manual} hint={words.hint} calls={{ list: '/api/parking/manual_parking_event', remove: '/api/parking/delete_manual_parking_event' }} actions={check}
        empty={<EmptyState title={words.empty} heading="h2" action={check}>{words.empty_says}</EmptyState>}
      />
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
    </>
  )
}
