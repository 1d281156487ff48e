/**
 * Manual checks: the log of past checks (spec §2 "manual / second-image log"), the queue of events that need
 * one (docs/decisions/0022), and the ledger of checks.
 */
import { createElement, useState, type ReactNode, type ComponentType } from 'react'
import { EventLog } from '#src/events/list/event-log.tsx'
import { mayCheck, useMayCheck } from '#src/forms/use-may.ts'
import { session } from '#src/stores/session.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { ChecksWaiting } from '#src/events/event/checks-waiting.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PlusIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Tabs } from '#src/ui/page/tabs.tsx'
import { useWords } from '#src/core/words.ts'
import { CheckDialog } from './check-dialog.tsx'
import styles from './manual.module.css'

/** The router awaits this before it shows the page, so that the open tab is loaded (router.tsx). */
export const ready = loadTab

export default function ManualChecks() {
  const [words, check_words, titles] = [useWords('manual'), useWords('checks'), useWords('shell').routes]
  const ledger_words = useWords('check_ledger')
  const url = useUrlState()
  const [checking, setChecking] = useState(false)
  const may = useMayCheck()
  const why = may ? undefined : words.role
  const open = tabIn(url.search)
  const check = (
    <WhyButton variant="primary" why={why} onPress={() => setChecking(true)}>
      <PlusIcon />
      {words.check}
    </WhyButton>
  )
  const tabs = (shown: ReactNode) => (
    <Tabs
      label={check_words.tabs}
      open={open}
      tabs={[
        {
          name: 'check',
          title: (
            <>
              {check_words.check}
              {may && <ChecksWaiting className={`on-info ${styles.count}`} />}
            </>
          ),
        },
        { name: 'log', title: check_words.log },
        { name: 'ledger', title: ledger_words.tab },
      ]}
      onOpen={(name) => url.change({ tab: name, uuid: undefined }, { replace: true })}
    >
      {shown}
    </Tabs>
  )
  return (
    <>
      {open !== 'log' ? (
        <>
          <PageHeader
            title={titles.business_manual}
            hint={open === 'check' ? check_words.hint : ledger_words.hint}
          />
          {tabs(
            open === 'check' && !may ? (
              <EmptyState title={check_words.role} heading="h2" />
            ) : (
              createElement(loadedTab(open))
            ),
          )}
        </>
      ) : (
        <EventLog
          title={titles.business_manual}
          hint={words.hint}
          calls={{
            list: '/api/parking/manual_parking_event',
            remove: '/api/parking/delete_manual_parking_event',
          }}
          actions={check}
          tabs={tabs}
          empty={
            <EmptyState title={words.empty} heading="h2" action={check}>
              {words.empty_says}
            </EmptyState>
          }
        />
      )}
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
    </>
  )
}

const tabs = ['check', 'log', 'ledger'] as const
type Tab = (typeof tabs)[number]
type Loaded = Exclude<Tab, 'log'>

const loaded: { [T in Loaded]?: ComponentType } = {}

const namedIn = (search: URLSearchParams): Tab | undefined => tabs.find((tab) => tab === search.get('tab'))

/** The tab that the URL selects; else the desk for users who may check, and the log for the others. */
const tabIn = (search: URLSearchParams): Tab =>
  namedIn(search) ?? (mayCheck(session.get().roles) ? 'check' : 'log')

/**
 * Loads the module of the tab that the URL selects; without a tab that of the desk, because the roles may not
 * be known yet.
 */
async function loadTab(search: URLSearchParams): Promise<void> {
  const tab = namedIn(search) ?? 'check'
  if (tab === 'check') loaded.check ??= (await import('./check/check-desk.tsx')).CheckDesk
  if (tab === 'ledger') loaded.ledger ??= (await import('./ledger/check-ledger.tsx')).CheckLedger
}

/** The tab loaded by `loadTab`; the route has awaited it. */
function loadedTab(tab: Loaded): ComponentType {
  const component = loaded[tab]
  if (!component) throw new Error(`The tab "${tab}" is shown before it was loaded`)
  return component
}
