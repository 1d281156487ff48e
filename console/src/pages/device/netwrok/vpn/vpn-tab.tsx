/** The VPN tab (spec §3, §5): the state of the tunnel, and the two ways to get an account. */
import { useState } from 'react'
import { useStore } from '#src/lib/store.ts'
import { useCall } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { trialRuns, watched } from '#src/stores/trial.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './vpn-tab.module.css'
import { VpnImport } from './vpn-import.tsx'
import { VpnOnline } from './vpn-online.tsx'
import { registeredIn, VpnState } from './vpn-state.tsx'

export function VpnTab({ seconds }: { seconds: number | undefined }) {
  const words = useWords('network')
  const query = useCall('/api/device/get_vpn_info', {}, { every: 2_000 })
  const may = useStore(session).roles.includes('admin')
  const trial = trialRuns(useStore(watched))
  const why = !may ? words.admins_only : trial ? words.running_first : undefined
  if (query.data && query.data.supported !== false) {
    return (
      <>
        <VpnState info={query.data} why={why} seconds={seconds} stale={query} />
        <Accounts info={query.data} why={why} />
      </>
    )
  }
  return (
    <Section title={words.vpn.state_title}>
      {query.data || query.error?.reason === 'unsupported' ? (
        <EmptyState title={words.unsupported}>{words.unsupported_vpn}</EmptyState>
      ) : query.isError ? (
        <ErrorState title={words.failed} retry={() => void query.refetch()} retrying={query.isFetching}>
          {query.error.message}
        </ErrorState>
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Section>
  )
}

/** If there is an account, the forms that replace it are collapsed. */
function Accounts({ info, why }: { info: Parameters<typeof VpnState>[0]['info']; why: string | undefined }) {
  const words = useWords('network').vpn
  const registered = registeredIn(info)
  const [open, setOpen] = useState(false)
  const locked =
    why ?? (info.status === 'connecting' || info.status === 'connected' ? words.stop_first : undefined)
  const methods = (
    <div className={styles.methods}>
      <VpnOnline info={info} locked={locked} />
      <VpnImport locked={locked} />
    </div>
  )
  if (!registered) return <Section title={words.register_title}>{methods}</Section>
  return (
    <Section
      title={words.replace_title}
      hint={words.replace_says}
      flush={!open}
      action={
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.replace_close : words.replace_open}
        </Button>
      }
    >
      {open && methods}
    </Section>
  )
}
