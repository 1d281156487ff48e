/**
 * The toolbar above the scene list: search, quick filters, filters, and on a phone the sort order. All of it
 * is in the URL.
 */
import { memo } from 'react'
import { lot_type, scene_type } from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import { useStore } from '#src/lib/store.ts'
import { mobile } from '#src/stores/viewport.ts'
import { Chosen, coded, type FilterOption } from '#src/tables/filter-fields.tsx'
import { ListBar, type ListFilter } from '#src/tables/list-bar.tsx'
import { SearchField } from '#src/tables/search-field.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { filterIn, no_filter, sortIn, sortText, viewIn, type FilterName } from './scene-filter.ts'
import type { Scene } from './scene-rows.ts'
import styles from './page.module.css'

export type SortChoice = { name: string; label: string }

type Props = {
  url: UrlState
  scenes: readonly Scene[]
  sorts: readonly SortChoice[]
  /** The number of matching rows as a short text; undefined while it is unknown. */
  hits: string | undefined
}

/**
 * Memoized, so that a selection does not render it: a filter may have as many options as there are scenes.
 */
export const ListFilters = memo(function ListFilters({ url, scenes, sorts, hits }: Props) {
  const [words, codes] = [useWords('scene_list'), useWords('codes')]
  const phone = useStore(mobile)
  const filter = filterIn(url.search)
  const sort = sortText(sortIn(url.search))
  const set = (name: FilterName | 'sort', value: string | undefined) =>
    url.change({ [name]: value || undefined })
  const choice = (
    name: Exclude<FilterName, 'text' | 'warned'> | 'sort',
    options: readonly FilterOption[],
    { value = '', any = words.any, label = '', pinned = false },
  ): ListFilter => ({
    name,
    label,
    text: value === '' ? undefined : (options.find((one) => one.value === value)?.label ?? value),
    pinned,
    control: (id) => (
      <Chosen id={id} value={value} any={any} options={options} onChoose={(next) => set(name, next)} />
    ),
    onDrop: () => set(name, undefined),
  })
  const field = (
    name: 'camera_sn' | 'parking_no' | 'scene_type' | 'lot_type' | 'enabled',
    label: string,
    options: readonly FilterOption[],
    pinned = false,
  ) => choice(name, options, { value: filter[name] ?? '', label, pinned })
  const toggle = (name: 'warned' | 'enabled', value: string, label: string) => (
    <button
      type="button"
      className={`tinted text-13 ink-2 nowrap pill ${styles.quick}`}
      aria-pressed={filter[name] === value}
      onClick={() => set(name, filter[name] === value ? undefined : value)}
    >
      {label}
    </button>
  )
  const cameras = new Map(scenes.map(({ camera_sn, camera_name }) => [camera_sn, camera_name]))
  const parking_nos = [...new Set(scenes.map(({ parking_no }) => parking_no))].filter(Boolean).sort()
  const orders = sorts.flatMap(({ name, label }) => [
    { value: name, label },
    { value: `-${name}`, label: words.descending(label) },
  ])
  const filters = [
    field(
      'camera_sn',
      words.camera,
      [...cameras].map(([value, label]) => ({ value, label })),
      true,
    ),
    field(
      'parking_no',
      words.parking_no,
      parking_nos.map((value) => ({ value, label: value })),
      true,
    ),
    field('scene_type', words.scene_type, coded(scene_type, codes.scene_type)),
    ...(viewIn(url.search) === 'lots'
      ? [field('lot_type', words.lot_type, coded(lot_type, codes.lot_type))]
      : []),
    field('enabled', words.enabled, [
      { value: '1', label: words.on },
      { value: '0', label: words.off },
    ]),
    // On wider screens the column heads sort the table.
    ...(phone
      ? [choice('sort', orders, { value: sort ?? '', any: words.sort_default, label: words.sort })]
      : []),
  ]
  return (
    <ListBar
      words={words}
      active={Object.keys(filter).length}
      onReset={() => url.change(no_filter)}
      filters={filters}
      search={
        <SearchField
          label={words.text}
          placeholder={words.text_hint}
          value={filter.text ?? ''}
          hits={hits}
          onSearch={(text, how) => url.change({ text: text || undefined }, how)}
        />
      }
      range={
        <div role="group" aria-label={words.quick} className="flex gap-6">
          {toggle('warned', '1', words.only_warned)}
          {toggle('enabled', '0', words.only_disabled)}
        </div>
      }
    />
  )
})
