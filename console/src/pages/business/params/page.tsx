/**
 * The business parameters (spec §3, §7): one tab per group, named in the URL. Unsaved input survives
 * switching tabs.
 */
import { createElement } from 'react'
import { useStore } from '#src/lib/store.ts'
import { markedDrafts } from '#src/stores/drafts.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Tabs } from '#src/ui/page/tabs.tsx'
import { useWords } from '#src/core/words.ts'
import { warnBeforeUnload } from './warn-before-unload.ts'
import styles from './page.module.css'
import { loadedTab, loadTab, tab_table, tabOf, type TabName } from './tab-table.ts'

warnBeforeUnload()

/** The router awaits this before it shows the page, so that the open tab is loaded (router.tsx). */
export const ready = loadTab

export default function Params() {
  const [words, titles] = [useWords('params'), useWords('shell').routes]
  const url = useUrlState()
  const { name: open } = tabOf(url.search)
  return (
    <>
      <PageHeader title={titles.business_params} hint={words.hint} />
      <Tabs
        label={words.label}
        open={open}
        tabs={tab_table.map(({ name }) => ({ name, title: <Title name={name} /> }))}
        onOpen={(name) => url.change({ tab: name === 'alg' ? undefined : name }, { replace: true })}
      >
        {createElement(loadedTab(open), { key: open })}
      </Tabs>
    </>
  )
}

function Title({ name }: { name: TabName }) {
  const words = useWords('params')
  const drafts = useStore(markedDrafts)
  const unsaved =
    tab_table.find((row) => row.name === name)?.groups.some((group) => drafts.includes(group)) ?? false
  return (
    <>
      {words.tabs[name]}
      {unsaved && (
        <span className={styles.unsaved} title={words.unsaved}>
          <span className="visually-hidden">（{words.unsaved}）</span>
        </span>
      )}
    </>
  )
}
