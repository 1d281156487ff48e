/**
 * A text box with a list under it to choose one from: the combobox pattern of ARIA with a listbox popup. What is typed only searches; what
 * is chosen is given to the page, and leaving without choosing brings the chosen one's name back.
 */
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { CheckIcon, ChevronDownIcon } from './icons.tsx'
import classes from './combobox.module.css'

export type ComboboxOption = {
  value: string
  label: string
  /** Small print on its right. */ note?: ReactNode
  /** Options of one group stand together under this heading. */ group?: string | undefined
}

type Props = {
  id: string
  /** What is chosen, and how it is called. */
  value: string
  label: string
  /** What fits the typed text, best first. */
  search: (typed: string) => readonly ComboboxOption[]
  onPick: (value: string) => void
  /** Said where nothing fits. */
  none: string
  /** What the list is called. */
  list: string
  placeholder?: string
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
}

export function Combobox({
  id,
  value,
  label,
  search,
  onPick,
  none,
  list,
  placeholder,
  disabled = false,
  invalid = false,
  describedBy,
}: Props) {
  const listId = useId()
  /** The text that is typed; undefined while the list is closed. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const open = typed !== undefined && !disabled
  const options = open ? search(typed) : []
  const at = Math.min(active, options.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  // The name that stands there again is marked before the next key can come, so that it begins a new search instead of adding to the name.
  useLayoutEffect(() => {
    if (typed === undefined && input.current !== null && input.current === document.activeElement)
      input.current.select()
  }, [typed, label])

  function show(text: string) {
    const found = search(text)
    setTyped(text)
    go(
      text === ''
        ? Math.max(
            0,
            found.findIndex((option) => option.value === value),
          )
        : 0,
    )
  }
  function go(index: number) {
    setActive(index)
    // after it has been drawn, which for a list that is only now opened is a frame later
    requestAnimationFrame(() =>
      box.current
        ?.querySelector(`[id="${CSS.escape(optionId(index))}"]`)
        ?.scrollIntoView({ block: 'nearest' }),
    )
  }
  const close = () => setTyped(undefined)
  function pick(option: ComboboxOption | undefined) {
    close()
    if (option) onPick(option.value)
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || disabled) return
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      return show('')
    }
    const last = options.length - 1
    const to = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      return go(to)
    }
    if (event.key === 'Enter') {
      event.preventDefault() // it chooses, it does not send the form
      pick(options[at])
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') close()
  }

  return (
    <div className={classes['combobox']}>
      <input
        ref={input}
        id={id}
        className={classes['input']}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        aria-activedescendant={open && at >= 0 ? optionId(at) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={open ? label : placeholder}
        disabled={disabled}
        value={typed ?? label}
        onChange={(event) => show(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={close}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => open || show('')}
      />
      <ChevronDownIcon className={classes['arrow']} />
      <div
        ref={box}
        id={listId}
        role="listbox"
        aria-label={list}
        className={classes['list']}
        hidden={!open || options.length === 0}
        onPointerDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          <Option
            key={option.value}
            id={optionId(index)}
            option={option}
            head={option.group !== options[index - 1]?.group ? option.group : undefined}
            active={index === at}
            chosen={option.value === value}
            onPick={() => pick(option)}
          />
        ))}
      </div>
      <p className={classes['none']} role="status" hidden={!open || options.length > 0}>
        {open && options.length === 0 ? none : ''}
      </p>
    </div>
  )
}

function Option({
  id,
  option,
  head,
  active,
  chosen,
  onPick,
}: {
  id: string
  option: ComboboxOption
  head: string | undefined
  active: boolean
  chosen: boolean
  onPick: () => void
}) {
  return (
    <>
      {head !== undefined && (
        <div role="presentation" className={classes['head']}>
          {head}
        </div>
      )}
      {/* The keyboard stays in the text box, which names the active option; a pointer chooses here. */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={chosen}
        data-active={active || undefined}
        className={classes['option']}
        onClick={onPick}
      >
        <span className={classes['label']}>{option.label}</span>
        {option.note !== undefined && <span className={classes['note']}>{option.note}</span>}
        {chosen && <CheckIcon />}
      </div>
    </>
  )
}
