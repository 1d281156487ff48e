/**
 * The tabs of the parameters, each with its own module and dictionary, loaded when first opened. To add a
 * tab, add a row here and its title in the dictionary `params`.
 */
import type { ParamGroup } from '@parking/contract/params/params.ts'
import type { ComponentType } from 'react'
import { label_areas } from '#src/core/field-label.ts'
import type { Area, Areas } from '#src/locales/areas.ts'
import { loadWords } from '#src/stores/language.ts'

export type TabName = keyof Areas['params']['tabs']

type Row = {
  name: TabName
  load: () => Promise<ComponentType>
  words: readonly Area[]
  /** The groups of this tab: its title is marked while one of them is unsaved. */
  groups: readonly ParamGroup[]
}

export const tab_table: readonly Row[] = [
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
    words: ['object_storage', 'server_trust'],
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
    words: ['alarm', 'server_trust', 'device_said'],
    groups: ['alarm_param'],
  },
  {
    name: 'mqtt',
    load: () => import('./mqtt/mqtt-tab.tsx').then(({ MqttTab }) => MqttTab),
    words: ['mqtt', 'server_trust'],
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
export const tabOf = (search: URLSearchParams): Row =>
  tab_table.find(({ name }) => name === search.get('tab')) ?? first

/** Loads the tab selected by the URL. */
export async function loadTab(search: URLSearchParams): Promise<void> {
  const row = tabOf(search)
  const [component] = await Promise.all([loaded.get(row.name) ?? row.load(), loadWords(row.words)])
  loaded.set(row.name, component)
}

/** The tab loaded by `loadTab`; the route has awaited it. */
export function loadedTab(name: TabName): ComponentType {
  const component = loaded.get(name)
  if (!component) throw new Error(`The tab '${name}' is shown before it was loaded`)
  return component
}
