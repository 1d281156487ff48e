/** The filters of the scene list, and on a phone its sorting. All of them are in the URL. */
import { lot_type, scene_type } from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import { Chosen, coded, FilterBar, Labelled, Typed } from '#src/tables/filter-bar.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { filterIn, no_filter, sortIn, sortText, viewIn, type FilterName } from './scene-filter.ts'
import type { Scene } from './scene-rows.ts'
import styles from './page.module.css'

export type SortChoice = { name: string; label: string }

type Props = { url: UrlState; scenes: readonly Scene[]; sorts: readonly SortChoice[] }

export function ListFilters({ url, scenes, sorts }: Props) {
  const [words, codes] = [useWords('scene_list'), useWords('codes')]
  const filter = filterIn(url.search)
  const view = viewIn(url.search)
  const setValue = (name: FilterName) => (value: string) => {
    if (value !== (filter[name] ?? '')) url.change({ [name]: value })
  }
  const choice = (name: FilterName, options: readonly { value: string; label: string }[]) => (id: string) => (
    <Chosen id={id} value={filter[name] ?? ''} any={words.any} options={options} onChoose={setValue(name)} />
  )
  const toggle = (name: FilterName, label: string, value: string) => ({
    name,
    label,
    pressed: filter[name] === value,
    onPress: () => url.change({ [name]: filter[name] === value ? undefined : value }),
  })
  const cameras = new Map(scenes.map(({ camera_sn, camera_name }) => [camera_sn, camera_name]))
  const parking_nos = [...new Set(scenes.map(({ parking_no }) => parking_no))].filter(Boolean).sort()
  return (
    <FilterBar
      words={words}
      active={Object.keys(filter).length}
      quick={[toggle('warned', words.only_warned, '1'), toggle('enabled', words.only_disabled, '0')]}
      onReset={() => url.change(no_filter)}
    >
      <Labelled wide label={words.text}>
        {(id) => (
          <Typed
            id={id}
            value={filter.text ?? ''}
            placeholder={words.text_hint}
            onCommit={setValue('text')}
          />
        )}
      </Labelled>
      <Labelled label={words.camera}>
        {choice(
          'camera_sn',
          [...cameras].map(([value, label]) => ({ value, label })),
        )}
      </Labelled>
      <Labelled label={words.parking_no}>
        {choice(
          'parking_no',
          parking_nos.map((value) => ({ value, label: value })),
        )}
      </Labelled>
      <Labelled label={words.scene_type}>
        {choice('scene_type', coded(scene_type, codes.scene_type))}
      </Labelled>
      {view === 'lots' && (
        <Labelled label={words.lot_type}>{choice('lot_type', coded(lot_type, codes.lot_type))}</Labelled>
      )}
      <Labelled label={words.enabled}>
        {choice('enabled', [
          { value: '1', label: words.on },
          { value: '0', label: words.off },
        ])}
      </Labelled>
      <div className={styles.sorting}>
        <Labelled label={words.sort}>
          {(id) => (
            <Chosen
              id={id}
              value={sortText(sortIn(url.search)) ?? ''}
              any={words.sort_default}
              options={sorts.flatMap(({ name, label }) => [
                { value: name, label },
                { value: `-${name}`, label: words.descending(label) },
              ])}
              onChoose={(sort) => url.change({ sort })}
            />
          )}
        </Labelled>
      </div>
    </FilterBar>
  )
}
