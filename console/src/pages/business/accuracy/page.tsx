/**
 * Measured accuracy of automatic decisions: results, the sample to judge, and the threshold for a promised
 * error rate.
 */
import { createElement, type ComponentType } from 'react'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Tabs } from '#src/ui/page/tabs.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import styles from './accuracy.module.css'

/** The router awaits this before it shows the page, so that the open tab is loaded (router.tsx). */
export const ready = loadTab

export default function AccuracyPage() {
  const [words, titles] = [useWords('accuracy'), useWords('shell').routes]
  const url = useUrlState()
  const may = useMayWork()
  const open = tabIn(url.search)
  return (
    <>
      <PageHeader title={titles.business_accuracy} hint={words.hints[open]} />
      <Tabs
        label={words.tabs}
        open={open}
        tabs={[
          { name: 'results', title: words.results },
          {
            name: 'judge',
            title: (
              <>
                {words.judge}
                {may && open !== 'judge' && <Waiting />}
              </>
            ),
          },
          { name: 'promise', title: words.promise },
        ]}
        onOpen={(name) => url.change({ tab: name === 'results' ? undefined : name }, { replace: true })}
      >
        {open === 'judge' && !may ? (
          <EmptyState title={words.role} heading="h2" />
        ) : (
          createElement(loadedTab(open))
        )}
      </Tabs>
    </>
  )
}

/** Number of samples to judge; hidden if there are none. */
function Waiting() {
  const words = useWords('accuracy')
  const { data } = useCall('/api/parking/accuracy_waiting', {}, { every: 60_000 })
  if (!data || data.waiting === 0) return null
  return (
    <span className={`text-12 text-center pill on-info leading-20 ${styles.count}`}>
      <span aria-hidden="true">{data.waiting > 999 ? '999+' : data.waiting}</span>
      <span className="visually-hidden">（{words.waiting(data.waiting)}）</span>
    </span>
  )
}

const tabs = ['results', 'judge', 'promise'] as const
type Tab = (typeof tabs)[number]

const loaded: { [T in Tab]?: ComponentType } = {}

/** The tab that the URL selects; the first tab if the value is invalid. */
const tabIn = (search: URLSearchParams): Tab => tabs.find((tab) => tab === search.get('tab')) ?? 'results'

/**
 * The tabs of the page: which tab is open, and the tab modules, each loaded when its tab is opened.
 * Loads the module of the tab that the URL selects.
 */
async function loadTab(search: URLSearchParams): Promise<void> {
  const tab = tabIn(search)
  if (tab === 'results') loaded.results ??= (await import('./results/results.tsx')).Results
  if (tab === 'judge') loaded.judge ??= (await import('./judge/judge-desk.tsx')).JudgeDesk
  if (tab === 'promise') loaded.promise ??= (await import('./promise/promise-tab.tsx')).PromiseTab
}

/** The tab loaded by `loadTab`; the route has awaited it. */
function loadedTab(tab: Tab): ComponentType {
  const component = loaded[tab]
  if (!component) throw new Error(`The tab "${tab}" is shown before it was loaded`)
  return component
}
