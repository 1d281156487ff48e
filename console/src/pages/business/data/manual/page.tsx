/**
 * Manual checks: the log of past checks (spec §2 "manual / second-image log"), the queue of events that need
 * one (docs/decisions/0022), and the ledger of checks.
 */
import { createElement, useState, type ReactNode, type ComponentType } from 'react'
import { EventLog } from '#src/events/list/event-log.tsx'
import { useMayWork } from '#src/forms/use-may-work.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useCall } from '#src/core/queries.ts'
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
  const may = useMayWork()
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
        { name: 'log', title: check_words.log },
        {
          name: 'check',
          title: (
            <>
              {check_words.check}
              {may && <Count />}
            </>
          ),
        },
        { name: 'ledger', title: ledger_words.tab },
      ]}
      onOpen={(name) =>
        url.change({ tab: name === 'log' ? undefined : name, uuid: undefined }, { replace: true })
      }
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
            action={check}
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

/** Number of events that need a check; hidden if there are none or the device lacks the call. */
function Count() {
  const words = useWords('checks')
  const { data } = useCall('/api/parking/event_check_queue', { limit: 0 }, { every: 30_000 })
  if (!data || data.total === 0) return null
  return (
    <span className={`text-12 bold figures pill on-info ${styles.count}`}>
      <span aria-hidden="true">{data.total > 999 ? '999+' : data.total}</span>
      <span className="visually-hidden">（{words.left(data.total)}）</span>
    </span>
  )
}

const tabs = ['log', 'check', 'ledger'] as const
type Tab = (typeof tabs)[number]
type Loaded = Exclude<Tab, 'log'>

const loaded: { [T in Loaded]?: ComponentType } = {}

/** The tab that the URL selects; the first tab if the value is invalid. */
const tabIn = (search: URLSearchParams): Tab => tabs.find((tab) => tab === search.get('tab')) ?? 'log'

/**
 * The tabs of the page: which tab is open, and the tab modules, each loaded when its tab is opened.
 * Loads the module of the tab that the URL selects.
 */
async function loadTab(search: URLSearchParams): Promise<void> {
  const tab = tabIn(search)
  if (tab === 'check') loaded.check ??= (await import('./check/check-desk.tsx')).CheckDesk
  if (tab === 'ledger') loaded.ledger ??= (await import('./ledger/check-ledger.tsx')).CheckLedger
}

/** The tab loaded by `loadTab`; the route has awaited it. */
function loadedTab(tab: Loaded): ComponentType {
  const component = loaded[tab]
  if (!component) throw new Error(`The tab "${tab}" is shown before it was loaded`)
  return component
}
