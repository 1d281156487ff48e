/** A plate number drawn as a small plate. */
import { useWords } from '#src/core/words.ts'
import { plateLook } from './plate.ts'
import styles from './plate-chip.module.css'

/** `small`: for a place on a picture or in a narrow row. */
export function PlateChip({
  number,
  color,
  small = false,
}: {
  number: string
  color: string
  small?: boolean
}) {
  const [words, codes] = [useWords('shell'), useWords('codes')]
  const look = plateLook(number, color)
  if (!look) return <span className={styles.none}>{words.no_plate}</span>
  return (
    <span
      className={styles.plate}
      data-color={look.color}
      data-region={look.region}
      data-small={small || undefined}
      title={codes.plate_color[look.color]}
    >
      {look.head}
      {look.separator && <i>{look.separator}</i>}
      {look.tail}
    </span>
  )
}
