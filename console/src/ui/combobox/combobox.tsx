/**
 * A text box with a list of options, based on Base UI. Typing only searches; leaving without a choice
 * restores the label of the chosen option.
 */
import { Combobox as Headless } from '@base-ui/react/combobox'
import { flushSync } from 'react-dom'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { CheckIcon, ChevronDownIcon } from '../icons.tsx'
import classes from './combobox.module.css'

export type ComboboxOption = {
  value: string
  label: string
  /** Small print to the right of the label. */
  note?: ReactNode
  /** Options of the same group are listed together under this heading. */
  group?: string | undefined
}

type Props = {
  id: string
  /** The chosen option: its value and its label. */
  value: string
  label: string
  /** The options that match the typed text, best first; all of them for an empty text. */
  search: (typed: string) => readonly ComboboxOption[]
  onPick: (value: string) => void
  /** Shown if nothing matches. */
  none: string
  /** The accessible name of the list. */
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
  /** The typed text; undefined while the list is closed. */
  const [typed, setTyped] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const options = typed !== undefined && !disabled ? search(typed) : []

  /** Opens with all options. They are rendered first, because the library can only highlight what exists. */
  function show() {
    flushSync(() => setTyped(''))
    setOpen(true)
  }
  /** Called after the library's own handler, because a late highlight would undo the next arrow key. */
  function type(text: string) {
    setTyped(text)
    setOpen(true)
  }
  function close() {
    setOpen(false)
    setTyped(undefined)
  }

  // The restored label is selected, so that the next keystroke starts a new search.
  useLayoutEffect(() => {
    if (typed === undefined && input.current !== null && input.current === document.activeElement)
      input.current.select()
  }, [typed, label])

  return (
    <div ref={box} className="full relative">
      <Headless.Root<string>
        items={options.map((option) => option.value)}
        filter={null}
        value={value}
        onValueChange={(chosen) => chosen !== null && onPick(chosen)}
        itemToStringLabel={() => label}
        inputValue={typed ?? label}
        onInputValueChange={(text, { reason }) => {
          if (reason === 'input-change') type(text)
        }}
        open={open && !disabled}
        onOpenChange={(next, { reason }) => {
          if (!next) close()
          else if (reason !== 'input-change') show()
        }}
        autoHighlight
        disabled={disabled}
      >
        <Headless.Input
          ref={input}
          id={id}
          className={`slim full text-14 ink figures round-6 leading-15 ${classes['input']}`}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          autoCapitalize="off"
          placeholder={open ? label : placeholder}
          onFocus={(event) => event.currentTarget.select()}
        />
        <ChevronDownIcon className={`ink-3 absolute size-16 untouchable ${classes['arrow']}`} />
        {/* Next to the input, so that both are inside a modal dialog. */}
        <Headless.Portal container={box}>
          <Headless.Positioner
            className={classes['positioner']}
            sideOffset={4}
            collisionPadding={8}
            positionMethod="fixed"
          >
            <Headless.Popup className={classes['popup']}>
              <Headless.Empty className={classes['none']}>{none}</Headless.Empty>
              <Headless.List className={classes['list']} aria-label={list}>
                {options.map((option, index) => (
                  <Option
                    key={option.value}
                    option={option}
                    heading={option.group !== options[index - 1]?.group ? option.group : undefined}
                    chosen={option.value === value}
                  />
                ))}
              </Headless.List>
            </Headless.Popup>
          </Headless.Positioner>
        </Headless.Portal>
      </Headless.Root>
    </div>
  )
}

type OptionProps = { option: ComboboxOption; heading: string | undefined; chosen: boolean }

function Option({ option, heading, chosen }: OptionProps) {
  return (
    <>
      {heading !== undefined && (
        <div role="presentation" className={`text-12 ink-3 ${classes['heading']}`}>
          {heading}
        </div>
      )}
      <Headless.Item
        value={option.value}
        className={`flex wrap baseline relative text-14 leading-14 ${classes['option']}`}
      >
        <span className={classes['label']}>{option.label}</span>
        {option.note !== undefined && (
          <span className={`note figures ${classes['note']}`}>{option.note}</span>
        )}
        {chosen && <CheckIcon />}
      </Headless.Item>
    </>
  )
}
