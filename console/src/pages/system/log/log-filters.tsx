/**
 * The filters of the log. They are in the URL, so a view can be shared by its link and Back undoes a filter.
 */
import { log_level, log_type } from '@parking/contract/core/codes.ts'
import { Chosen, coded } from '#src/tables/filter-fields.tsx'
import { ListBar } from '#src/tables/list-bar.tsx'
import { SearchField } from '#src/tables/search-field.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import { useDeviceNow } from '#src/events/event/use-device-now.ts'
import { presetRange, type Preset } from '#src/time/range/range-model.ts'
import { RangeButton } from '#src/time/range/range-button.tsx'
import { formatTime } from '#src/time/time.ts'
import { activeIn, filterIn, no_filter, momentOfStamp, sinceIn, spans, type Since } from './filter.ts'

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

/** The time range of the log: spans up to now, whole days, or any other range. */
function LogRange({ url: { search, change } }: { url: UrlState }) {
  const [log, words] = [useWords('log'), useWords('range').presets]
  const { start_ms, end_ms } = filterIn(search)
  const now_ms = useDeviceNow()
  const now = formatTime(now_ms)
  const recent = (Object.keys(spans) as Since[]).map((name): Preset => ({
    name,
    label: log.since[name],
    range: { start: formatTime(now_ms - spans[name]), end: undefined },
  }))
  const days = (['today', 'yesterday', 'd30', 'month'] as const).map((name): Preset => ({
    name,
    label: words[name],
    range: presetRange(name, now),
  }))
  return (
    <RangeButton
      value={{
        start: start_ms === undefined ? undefined : formatTime(start_ms),
        end: end_ms === undefined ? undefined : formatTime(end_ms),
      }}
      now={now}
      presets={[recent, days]}
      chosen={sinceIn(search)}
      onApply={({ start, end }, preset) => {
        const since = recent.find(({ name }) => name === preset)?.name as Since | undefined
        change({
          id: undefined,
          since,
          start_ms: since ? Date.now() - spans[since] : momentOfStamp(start),
          end_ms: momentOfStamp(end, true),
        })
      }}
    />
  )
}
