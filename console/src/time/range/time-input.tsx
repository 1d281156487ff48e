/**
 * A text field for a time that works the same in every browser: it reads any usual format, the arrow keys
 * step the unit at the caret, and completing a unit selects the next one.
 */
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { readTime, stepTime, unitAt, unitsIn, type RangeEnd, type Unit } from './time-text.ts'

type Props = {
  /** For a label elsewhere on the page. */
  id?: string
  label?: string
  disabled?: boolean
  invalid?: boolean | undefined
  /** The text as typed. */
  text: string
  which: RangeEnd
  /** The device's time, from which an empty field is stepped. */
  now: string
  describedBy?: string
  autoFocus?: boolean
  onText: (text: string) => void
  onFocus?: () => void
  onEnter?: () => void
}

export function TimeInput({
  id,
  label,
  disabled,
  invalid = false,
  text,
  which,
  now,
  describedBy,
  autoFocus,
  onText,
  onFocus,
  onEnter,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  /** The unit to select once the text has been rendered. */
  const next_unit = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (next_unit.current !== undefined) selectUnit(input.current, next_unit.current)
    next_unit.current = undefined
  }, [text])

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const at = event.currentTarget.selectionStart ?? 0
    if (event.key === 'Enter') {
      event.preventDefault()
      onEnter?.()
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      const stamp = text.trim() === '' ? now : readTime(text, which, now)
      if (stamp === undefined) return
      const unit = text.trim() === '' ? 2 : unitAt(text, at)
      next_unit.current = unit
      onText(text.trim() === '' ? stamp : stepTime(stamp, unit, event.key === 'ArrowUp' ? 1 : -1))
    } else if (
      (event.key === 'ArrowLeft' || event.key === 'ArrowRight') &&
      isUnitSelected(event.currentTarget)
    ) {
      const unit = unitAt(text, at) + (event.key === 'ArrowRight' ? 1 : -1)
      if (unit < 0 || unit >= unitsIn(text).length) return
      event.preventDefault()
      selectUnit(event.currentTarget, unit)
    }
  }

  return (
    <input
      ref={input}
      className="input"
      type="text"
      inputMode="numeric"
      id={id}
      aria-label={label}
      disabled={disabled}
      aria-describedby={describedBy}
      aria-invalid={invalid || (text.trim() !== '' && readTime(text, which, now) === undefined) || undefined}
      data-autofocus={autoFocus ? '' : undefined}
      placeholder="YYYY-MM-DD HH:mm:ss"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ currentTarget, nativeEvent }) => {
        const typed = 'inputType' in nativeEvent && nativeEvent.inputType === 'insertText'
        if (typed) next_unit.current = nextUnit(currentTarget.value, currentTarget.selectionStart ?? 0)
        onText(currentTarget.value)
      }}
      onFocus={onFocus}
      onPointerUp={({ currentTarget }) => {
        if (currentTarget.selectionStart === currentTarget.selectionEnd)
          selectUnit(currentTarget, unitAt(currentTarget.value, currentTarget.selectionStart ?? 0))
      }}
      onBlur={() => {
        const stamp = readTime(text, which, now)
        if (stamp !== undefined && stamp !== text) onText(stamp)
      }}
      onKeyDown={onKey}
    />
  )
}

function selectUnit(input: HTMLInputElement | null, unit: number): void {
  const found = input && unitsIn(input.value)[unit]
  if (found) input.setSelectionRange(found.from, found.to)
}

function isUnitSelected({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return unitsIn(value).some(({ from, to }) => from === selectionStart && to === selectionEnd)
}

/** The unit after the one that has just been completed, if the text has one. */
function nextUnit(text: string, caret: number): Unit | undefined {
  const units = unitsIn(text)
  const at = units.findIndex(({ from, to }) => to === caret && to - from === (from === 0 ? 4 : 2))
  return at !== -1 && at + 1 < units.length ? ((at + 1) as Unit) : undefined
}
