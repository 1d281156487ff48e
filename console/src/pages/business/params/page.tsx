/**
 * The business parameters (spec §3, §7): one tab per group, named in the URL. Unsaved input survives
 * switching tabs.
 */
import { createElement, type ComponentType } from 'react'
import { param_groups, type ParamGroup } from '@parking/contract/params/params.ts'
import { useStore } from '#src/lib/store.ts'
import { markedDrafts, draftNames } from '#src/stores/drafts.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Tabs } from '#src/ui/page/tabs.tsx'
import { useWords } from '#src/core/words.ts'
import { plannedRestart } from '#src/stores/planned-restart.ts'
import { readToken } from '#src/stores/session.ts'
import { file_part, useInstallPart } from '#src/install/install-steps.ts'
import { label_areas } from '#src/core/field-label.ts'
import type { Area, Areas } from '#src/locales/areas.ts'
import { loadWords } from '#src/stores/language.ts'
import styles from './page.module.css'

warnBeforeUnload()

/** The router awaits this before it shows the page, so that the open tab is loaded (router.tsx). */
export const ready = loadTab

export default function Params() {
  const [words, titles] = [useWords('params'), useWords('shell').routes]
  const url = useUrlState()
  const { name: open } = tabOf(url.search)
  const part = useInstallPart()
  return (
    <>
      {part === undefined ? (
        <PageHeader title={titles.business_params} hint={words.hint} />
      ) : (
        <PageHeader title={part === file_part ? words.commissioning : words.tabs[open]} />
      )}
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

const names: readonly string[] = param_groups

/**
 * Closing the browser tab loses unsaved input, so the browser asks first; navigation within the console loses
 * nothing. It does not ask when the console reloads itself because the session ended or the device restarts.
 * Called once, when the page's module is loaded.
 */
function warnBeforeUnload(): void {
  addEventListener('beforeunload', (event) => {
    if (
      readToken() !== undefined &&
      plannedRestart.get() === undefined &&
      draftNames.get().some((name) => names.includes(name))
    )
      event.preventDefault()
  })
}

type TabName = keyof Areas['params']['tabs']

type Row = {
  name: TabName
  load: () => Promise<ComponentType>
  words: readonly Area[]
  /** The groups of this tab: its title is marked while one of them is unsaved. */
  groups: readonly ParamGroup[]
}

const tab_table: readonly Row[] = [
  {
    name: 'alg',
    load: () => import('./alg/alg-tab.tsx').then(({ AlgTab }) => AlgTab),
    words: ['alg', 'replay'],
    groups: ['alg_param'],
  },
  {
    name: 'schedule',
    load: () => import('./schedule/schedule-tab.tsx').then(({ ScheduleTab }) => ScheduleTab),
    words: ['schedule'],
    groups: ['schedule_param'],
  },
  {
    name: 'event',
    load: () => import('./event/event-tab.tsx').then(({ EventTab }) => EventTab),
    words: ['evidence', 'evidence_rules'],
    groups: ['event_param'],
  },
  {
    name: 'storage',
    load: () => import('./storage/storage-tab.tsx').then(({ StorageTab }) => StorageTab),
    words: ['object_storage', 'server_trust', 'device_said'],
    groups: ['storage_param'],
  },
  {
    name: 'platform',
    load: () => import('./platform/platform-tab.tsx').then(({ PlatformTab }) => PlatformTab),
    words: ['platform', 'device_said', 'server_trust'],
    groups: ['platform_param'],
  },
  {
    name: 'alarm',
    load: () => import('./alarm/alarm-tab.tsx').then(({ AlarmTab }) => AlarmTab),
    words: ['alarm', 'server_trust', 'device_said', 'resume'],
    groups: ['alarm_param'],
  },
  {
    name: 'mqtt',
    load: () => import('./mqtt/mqtt-tab.tsx').then(({ MqttTab }) => MqttTab),
    words: ['mqtt', 'server_trust', 'device_said'],
    groups: ['mqtt_param'],
  },
  {
    name: 'document',
    load: () => import('./document/config-document-tab.tsx').then(({ DocumentTab }) => DocumentTab),
    words: ['config_document', ...label_areas],
    groups: [],
  },
  {
    name: 'history',
    load: () => import('./history/history-tab.tsx').then(({ HistoryTab }) => HistoryTab),
    words: [...label_areas, 'config_document', 'log'],
    groups: [],
  },
]

const first: Row = tab_table[0]!
const loaded = new Map<TabName, ComponentType>()

/** The row selected by the URL; the first by default. */
const tabOf = (search: URLSearchParams): Row =>
  tab_table.find(({ name }) => name === search.get('tab')) ?? first

/**
 * The tabs of the parameters, each with its own module and dictionary, loaded when first opened. To add a
 * tab, add a row here and its title in the dictionary `params`.
 * Loads the tab selected by the URL.
 */
async function loadTab(search: URLSearchParams): Promise<void> {
  const row = tabOf(search)
  const [component] = await Promise.all([loaded.get(row.name) ?? row.load(), loadWords(row.words)])
  loaded.set(row.name, component)
}

/** The tab loaded by `loadTab`; the route has awaited it. */
function loadedTab(name: TabName): ComponentType {
  const component = loaded.get(name)
  if (!component) throw new Error(`The tab '${name}' is shown before it was loaded`)
  return component
}
