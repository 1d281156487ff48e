/**
 * The filters of the log. They are in the URL, so a view can be shared by its link and Back undoes a filter.
 */
import { log_level, log_type } from '@parking/contract/core/codes.ts'
import { Chosen, coded } from '#src/tables/filter-fields.tsx'
import { ListBar } from '#src/tables/list-bar.tsx'
import { SearchField } from '#src/tables/search-field.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import { activeIn, filterIn, no_filter } from './filter.ts'
import { LogRange } from './log-range.tsx'

/** `hits`: the number of matching rows as a short text. */
export function LogFilters({ url, hits }: { url: UrlState; hits: string | undefined }) {
  const [words, codes] = [useWords('log'), useWords('codes')]
  const { search, change } = url
  const { type, level, start_ms: start, end_ms: end, text } = filterIn(search)
  const wrongOrder = start !== undefined && end !== undefined && start > end
  const set = (changes: Parameters<UrlState['change']>[0]) => change({ id: undefined, ...changes })
  const types = coded(log_type, codes.log_type)
  const chooseType = (chosen: string) => set({ type: chosen === String(log_type.all) ? undefined : chosen })
  return (
    <ListBar
      words={words}
      active={activeIn(search)}
      wrongOrder={wrongOrder}
      onReset={() => set(no_filter)}
      search={
        <SearchField
          label={words.text}
          placeholder={words.text_hint}
          value={text ?? ''}
          hits={hits}
          onSearch={(typed, how) => change({ id: undefined, text: typed.slice(0, 200) }, how)}
        />
      }
      range={<LogRange url={url} />}
      filters={[
        {
          name: 'type',
          label: words.type,
          text: type === log_type.all ? undefined : types.find(({ value }) => value === String(type))?.label,
          pinned: true,
          control: (id) => <Chosen id={id} value={String(type)} options={types} onChoose={chooseType} />,
          onDrop: () => set({ type: undefined }),
        },
        {
          name: 'level',
          label: words.level,
          text: level && codes.log_level[level],
          pinned: true,
          control: (id) => (
            <Chosen
              id={id}
              value={level ?? ''}
              any={words.any}
              options={log_level.map((value) => ({ value, label: codes.log_level[value] }))}
              onChoose={(chosen) => set({ level: chosen })}
            />
          ),
          onDrop: () => set({ level: undefined }),
        },
      ]}
    />
  )
}
