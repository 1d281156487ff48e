/**
 * Edits an outline as text, "x,y x,y x,y" in pixels of the reference picture, as an alternative to drawing.
 */
import { useState } from 'react'
import { corner_count } from '../model/commands.ts'
import { picture, toShare, type PicturePoint, type SharePoint, type Size } from '../model/geometry.ts'

/** Applies the text on Enter or blur. Invalid text stays, with an error message, and changes nothing. */
export function OutlineField({
  name,
  lot,
  size,
  wrong,
  onSet,
}: {
  name: string
  lot: readonly PicturePoint[]
  size: Size
  wrong: string
  onSet: (to: readonly SharePoint[]) => void
}) {
  const [typed, setTyped] = useState<string>()
  const text = lot.map(pairOf).join(' ')
  const bad = typed !== undefined && outlineFrom(typed, lot, size) === undefined
  function take() {
    if (typed === undefined) return
    const to = outlineFrom(typed, lot, size)
    if (!to) return
    if (typed !== text) onSet(to)
    setTyped(undefined)
  }
  return (
    <>
      <input
        className="input"
        aria-label={name}
        aria-invalid={bad}
        spellCheck={false}
        value={typed ?? text}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) take()
          if (event.key === 'Escape') setTyped(undefined)
        }}
      />
      {bad && (
        <p className="above-4 text-13 bad" role="alert">
          {wrong}
        </p>
      )}
    </>
  )
}

const oneDecimal = (pixels: number): number => Math.round(pixels * 10) / 10
const pairOf = ([x, y]: PicturePoint): string => `${oneDecimal(x)},${oneDecimal(y)}`

/**
 * Parses "x,y x,y x,y" in pixels; accepts the full-width commas and semicolons of Chinese keyboards. An
 * unchanged corner keeps its exact position, so that it stays shared with its neighbours. Undefined if the
 * text is invalid.
 */
export function outlineFrom(
  text: string,
  before: readonly PicturePoint[],
  size: Size,
): SharePoint[] | undefined {
  const pairs = text
    .trim()
    .replace(/\s*[,，]\s*/g, ',')
    .split(/[\s;；、]+/)
  const points = pairs.map((pair) => /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(pair))
  if (points.length < corner_count.min || points.length > corner_count.max || points.some((found) => !found))
    return undefined
  return points.map((found, i) => {
    const old = before[i]
    return toShare(
      old && pairOf(old) === pairs[i] ? old : picture(Number(found![1]), Number(found![2])),
      size,
    )
  })
}
