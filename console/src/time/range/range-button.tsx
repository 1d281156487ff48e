/** A button that shows a time range, opens its picker and clears it. */
import { Suspense, type ReactNode } from 'react'
import { useWords } from '#src/core/words.ts'
import { lazyPart } from '#src/lib/parts.ts'
import { ChevronDownIcon, ClockIcon, CloseIcon } from '#src/ui/icons.tsx'
import { usePanelButton } from '#src/ui/panel/use-panel-button.ts'
import type { DaysWithData } from './calendar.tsx'
import { isWrongOrder, sameRange, type Preset, type Range } from './range-model.ts'
import styles from './range-button.module.css'

const RangePicker = lazyPart(() => import('./range-picker.tsx').then((file) => file.RangePicker))

type Props = {
  value: Range
  /** The device's time as a stamp. */
  now: string
  presets: readonly (readonly Preset[])[]
  /** The name of the applied preset; by default, the preset with the same range. */
  chosen?: string | undefined
  /** Which days have data; requested when the picker opens. */
  data?: DaysWithData | undefined
  count?: ((range: Range) => ReactNode) | undefined
  onApply: (range: Range, preset?: string) => void
}

export function RangeButton({ value, now, presets, chosen, data, count, onApply }: Props) {
  const words = useWords('range')
  const { anchor, open, close, props } = usePanelButton()
  const preset = presets
    .flat()
    .find(({ name, range }) => (chosen === undefined ? sameRange(range, value) : name === chosen))
  const set = value.start !== undefined || value.end !== undefined
  const text = preset && set ? preset.label : rangeText(value, now, words)
  return (
    <>
      <span
        className={`slim text-13 ink-2 pill icons-16 ${styles.range}`}
        data-set={set || undefined}
        data-wrong={isWrongOrder(value) || undefined}
      >
        <button
          {...props}
          className={`plain inline-row slim gap-6 figures nowrap pill ${styles.open}`}
          aria-label={words.button(text)}
        >
          <ClockIcon />
          <span>{text}</span>
          {!set && <ChevronDownIcon />}
        </button>
        {set && (
          <button
            type="button"
            className={`plain inline-row slim gap-6 pill ${styles.clear}`}
            aria-label={words.clear_range}
            onClick={() => onApply({ start: undefined, end: undefined })}
          >
            <CloseIcon />
          </button>
        )}
      </span>
      {open && (
        <Suspense>
          <RangePicker
            anchor={anchor}
            value={value}
            now={now}
            presets={presets}
            chosen={set ? preset?.name : undefined}
            data={data}
            count={count}
            onApply={onApply}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

type RangeWords = { any: string; from_on: (time: string) => string; until: (time: string) => string }

/** As short as possible without ambiguity: omits the current year, and the first or last second of a day. */
function rangeText({ start, end }: Range, now: string, words: RangeWords): string {
  const short = (stamp: string, edge: string) => {
    const dated = stamp.slice(0, 4) === now.slice(0, 4) ? stamp.slice(5) : stamp
    return dated.endsWith(edge) ? dated.slice(0, -9) : dated.replace(/:00$/, '')
  }
  const [first, last] = [start && short(start, ' 00:00:00'), end && short(end, ' 23:59:59')]
  if (first && last) return first === last ? first : `${first} – ${last}`
  if (first) return words.from_on(first)
  return last ? words.until(last) : words.any
}
