/**
 * The filters of the log. They are in the address: a view can be shared by its link, and Back undoes a
 * filter.
 */
import { log_level, log_type } from '@parking/contract/core/codes.ts'
import { Chosen, coded, FilterBar, Labelled, Typed } from '#src/tables/filter-bar.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import { activeIn, filterIn, fromInput, no_filter, sinceIn, spans, toInput, type Since } from './filter.ts'

export function LogFilters({ url }: { url: UrlState }) {
  const [words, codes] = [useWords('log'), useWords('codes')]
  const { search, change } = url
  const { type, level, start_ms: start, end_ms: end, text } = filterIn(search)
  const since = sinceIn(search)
  const wrongOrder = start !== undefined && end !== undefined && start > end
  const set = (changes: Parameters<UrlState['change']>[0]) => change({ id: undefined, ...changes })
  const quick = (Object.keys(spans) as Since[]).map((one) => ({
    name: one,
    label: words.since[one],
    pressed: since === one,
    onPress: () =>
      set(
        since === one
          ? { since: undefined, start_ms: undefined }
          : { since: one, start_ms: Date.now() - spans[one], end_ms: undefined },
      ),
  }))

  return (
    <FilterBar
      words={words}
      active={activeIn(search)}
      quick={quick}
      wrongOrder={wrongOrder}
      onReset={() => set(no_filter)}
    >
      <Labelled label={words.type}>
        {(id) => (
          <Chosen
            id={id}
            value={String(type)}
            options={coded(log_type, codes.log_type)}
            onChoose={(chosen) => set({ type: chosen === String(log_type.all) ? undefined : chosen })}
          />
        )}
      </Labelled>
      <Labelled label={words.level}>
        {(id) => (
          <Chosen
            id={id}
            value={level ?? ''}
            any={words.any}
            options={log_level.map((value) => ({ value, label: codes.log_level[value] }))}
            onChoose={(chosen) => set({ level: chosen })}
          />
        )}
      </Labelled>
      <Labelled wide label={words.start}>
        {(id) => (
          <Typed
            id={id}
            type="datetime-local"
            value={toInput(start)}
            onCommit={(typed) => set({ since: undefined, start_ms: fromInput(typed), end_ms: end })}
          />
        )}
      </Labelled>
      <Labelled wide label={words.end}>
        {(id) => (
          <Typed
            id={id}
            type="datetime-local"
            value={toInput(end)}
            invalid={wrongOrder}
            onCommit={(typed) => set({ since: undefined, start_ms: start, end_ms: fromInput(typed, true) })}
          />
        )}
      </Labelled>
      <Labelled wide label={words.text}>
        {(id) => (
          <Typed
            id={id}
            type="search"
            value={text ?? ''}
            placeholder={words.text_hint}
            onCommit={(typed) => set({ text: typed.slice(0, 200) })}
          />
        )}
      </Labelled>
    </FilterBar>
  )
}
