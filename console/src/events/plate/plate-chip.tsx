/** A plate number drawn as a small plate, with the searched text marked. */
import { barePlate } from '@parking/contract/plate/plate-grammar.ts'
import { plateFold, sameSigns } from '@parking/contract/plate/plate-look-alikes.ts'
import { useWords } from '#src/core/words.ts'
import { plateLook } from './plate.ts'
import styles from './plate-chip.module.css'

type Props = {
  number: string
  color: string
  /** For use on a picture or in a narrow row. */
  small?: boolean
  /** The searched text; `similar`: characters that look alike count as equal. */
  mark?: string | undefined
  similar?: boolean
}

export function PlateChip({ number, color, small = false, mark = '', similar = false }: Props) {
  const [words, codes] = [useWords('shell'), useWords('codes')]
  const look = plateLook(number, color)
  if (!look) return <span className="note">{words.no_plate}</span>
  const fold = similar ? plateFold : sameSigns
  const from = mark === '' ? -1 : fold(look.head + look.tail).indexOf(fold(barePlate(mark)))
  const to = from + barePlate(mark).length
  return (
    <span
      className={`inline-row pad-0-8 text-13 bold figures nowrap round-4 ${styles.plate}`}
      data-color={look.color}
      data-region={look.region}
      data-small={small || undefined}
      title={codes.plate_color[look.color]}
    >
      <Marked text={look.head} from={from} to={to} />
      {look.separator && <i>{look.separator}</i>}
      <Marked text={look.tail} from={from - look.head.length} to={to - look.head.length} />
    </span>
  )
}

function Marked({ text, from, to }: { text: string; from: number; to: number }) {
  const [first, end] = [Math.max(0, from), Math.min(text.length, to)]
  if (to <= from || end <= first) return text
  return (
    <>
      {text.slice(0, first)}
      <mark>{text.slice(first, end)}</mark>
      {text.slice(end)}
    </>
  )
}
