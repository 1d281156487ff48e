/** The time range of an event list, stored in the address as wall time of the device. */
import { useWords } from '#src/core/words.ts'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { preset_names, presetRange } from '#src/time/range/range-model.ts'
import { RangeButton } from '#src/time/range/range-button.tsx'
import { formatTime } from '#src/time/time.ts'
import { filterIn } from './event-filter.ts'
import { RangeCount, type CountOf } from './range-count.tsx'
import { useEventDays } from './use-event-days.ts'

/** `now`: the device's clock. `of`: the list whose days and counts are shown. */
export function StampRange({ url, now: now_ms, of }: { url: UrlState; now: number; of: CountOf }) {
  const words = useWords('range').presets
  const now = formatTime(now_ms)
  const data = useEventDays(of)
  const { start_time, end_time } = filterIn(url.search)
  const presets = preset_names.map((name) => ({ name, label: words[name], range: presetRange(name, now) }))
  return (
    <RangeButton
      value={{ start: start_time, end: end_time }}
      now={now}
      presets={[presets.slice(0, 5), presets.slice(5)]}
      data={data}
      count={(range) => <RangeCount of={of} range={range} />}
      onApply={({ start, end }) => url.change({ start_time: start, end_time: end })}
    />
  )
}
