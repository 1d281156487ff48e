/** A plate number drawn as a small plate. */
import { useWords } from '#src/core/words.ts'
import { plateLook } from './plate.ts'
import styles from './plate-chip.module.css'

export function PlateChip({ number, color }: { number: string; color: string }) {
  const [words, codes] = [useWords('events'), useWords('codes')]
  const look = plateLook(number, color)
  if (!look) return <span className={styles.none}>{words.no_plate}</span>
  return (
    <span
      className={styles.plate}
      data-color={look.color}
      data-region={look.region}
      title={codes.plate_color[look.color]}
    >
      {look.head}
      {look.separator && <i>{look.separator}</i>}
      {look.tail}
    </span>
  )
}
