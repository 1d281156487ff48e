/** A field for coordinates in any order, as maps show them. The result is shown before it is applied. */
import { useId, useState, type KeyboardEvent } from 'react'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { useWords } from '#src/core/words.ts'
import styles from './base.module.css'
import { parseCoordinates, type Coordinates } from './coordinates.ts'
import { Button } from '#src/ui/button/button.tsx'

export function PasteCoordinates() {
  const words = useWords('device')
  const { fill } = useForm()
  const [text, setText] = useState('')
  const id = useId()
  const read = text.trim() === '' ? undefined : parseCoordinates(text)

  function apply() {
    if (read?.kind !== 'found') return
    fill({ longitude: read.longitude, latitude: read.latitude })
    setText('')
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault() // Enter applies the coordinates, it does not save the form
    apply()
  }

  return (
    <div className="pad-12-16 above-8 round-8 on-subtle">
      <label className="block below-4 text-13 ink-2 leading-15" htmlFor={id}>
        {words.paste}
      </label>
      <div className={`flex gap-8 ${styles.pasteRow}`}>
        <input
          id={id}
          className="input"
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <Button disabled={read?.kind !== 'found'} onClick={apply}>
          {words.paste_apply}
        </Button>
      </div>
      <p
        id={`${id}-note`}
        className={`above-4 text-12 ink-3 anywhere leading-20 ${styles.pasteNote}`}
        data-tone={toneOf(read)}
        aria-live="polite"
      >
        {read ? sentence(read, words) : words.paste_hint}
      </p>
    </div>
  )
}

/** Warns that the two were swapped: a latitude above 90 with a longitude that would be a valid latitude. */
export function SwapWarning() {
  const words = useWords('device')
  const { fill } = useForm()
  const [longitude, latitude] = [String(useFieldValue('longitude')), String(useFieldValue('latitude'))]
  const swapped =
    Number(latitude) > 90 && Number(latitude) <= 180 && longitude.trim() !== '' && Number(longitude) <= 90
  if (!swapped) return null
  return (
    <p className="row wrap gap-8-12 below-12 text-13 warn leading-15" role="status">
      {words.swap_warning}
      <Button onClick={() => fill({ longitude: latitude, latitude: longitude })}>{words.swap}</Button>
    </p>
  )
}

type PasteWords = {
  paste_unreadable: string
  paste_out_of_range: string
  paste_rounded: string
  paste_ok: (longitude: string, latitude: string) => string
  paste_swapped: (longitude: string, latitude: string) => string
  paste_ambiguous: (longitude: string, latitude: string) => string
}

function sentence(read: Coordinates, words: PasteWords): string {
  if (read.kind === 'unreadable') return words.paste_unreadable
  if (read.kind === 'out_of_range') return words.paste_out_of_range
  const say = { as_is: words.paste_ok, swapped: words.paste_swapped, ambiguous: words.paste_ambiguous }[
    read.order
  ]
  return say(read.longitude, read.latitude) + (read.rounded ? ` ${words.paste_rounded}` : '')
}

function toneOf(read: Coordinates | undefined): 'ok' | 'warn' | 'bad' | undefined {
  if (!read) return undefined
  if (read.kind !== 'found') return 'bad'
  return read.order === 'as_is' ? 'ok' : 'warn'
}
