/**
 * Compares two pictures with a divider that is dragged or moved with keys: a range input as large as the
 * picture.
 */
import { useState } from 'react'
import { useWords } from '#src/core/words.ts'
import styles from './compare-pictures.module.css'

export type Side = {
  readonly key: string
  readonly name: string
  readonly src: string
  readonly width: number
  readonly height: number
}

export function ComparePictures({ sides }: { sides: readonly Side[] }) {
  const words = useWords('camera_reference').compare
  // By default the newest picture is on the right and the one before it on the left.
  const [chosen, setChosen] = useState<{ left?: string; right?: string }>({})
  const [at, setAt] = useState(50)
  const right = sides.find((side) => side.key === chosen.right) ?? sides[0]
  const left = sides.find((side) => side.key === chosen.left) ?? sides.find((side) => side !== right)
  if (!left || !right || sides.length < 2) return <p className="note">{words.only_one}</p>
  const pick = (side: 'left' | 'right', value: Side) => (
    <label className={`grid slim gap-4 text-13 ink-2 ${styles.pick}`}>
      {words[side]}
      <select
        className="input"
        value={value.key}
        onChange={(event) => setChosen({ ...chosen, [side]: event.currentTarget.value })}
      >
        {sides.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div className="grid gap-10">
      <div className={`grid gap-12 ${styles.picks}`}>
        {pick('left', left)}
        {pick('right', right)}
      </div>
      <div
        className={`full relative clip round-6 ${styles.frame}`}
        style={{
          aspectRatio: right.width / right.height,
          maxWidth: `calc((100dvh - 22rem) * ${right.width / right.height})`,
        }}
      >
        <img className="full cover tall" src={right.src} alt={right.name} draggable={false} />
        <img
          className="full cover tall"
          src={left.src}
          alt={left.name}
          draggable={false}
          style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}
        />
        <span className={styles.line} style={{ left: `${at}%` }} aria-hidden="true" />
        <input
          className={`full flush cover tall ${styles.range}`}
          type="range"
          min="0"
          max="100"
          step="1"
          value={at}
          aria-label={words.slider}
          aria-valuetext={words.at(at)}
          onChange={(event) => setAt(Number(event.currentTarget.value))}
        />
      </div>
      <p className="note">{words.hint}</p>
    </div>
  )
}
