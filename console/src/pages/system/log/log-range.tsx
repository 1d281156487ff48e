/** The time range of the log: spans up to now, whole days, or any other range. */
import { useWords } from '#src/core/words.ts'
import { useDeviceNow } from '#src/events/event/use-device-now.ts'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { presetRange, type Preset } from '#src/time/range/range-model.ts'
import { RangeButton } from '#src/time/range/range-button.tsx'
import { formatTime } from '#src/time/time.ts'
import { filterIn, momentOfStamp, sinceIn, spans, type Since } from './filter.ts'

export function LogRange({ url: { search, change } }: { url: UrlState }) {
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
