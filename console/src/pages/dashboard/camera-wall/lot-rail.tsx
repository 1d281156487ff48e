/** The lots of a camera below its picture: state, number, plate, and for how long; each opens its card. */
import { memo } from 'react'
import { useWords } from '#src/core/words.ts'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { LotSign } from './lot-sign.tsx'
import { Since } from './device-clock.tsx'
import type { WallLot } from './wall-data.ts'
import styles from './lot-rail.module.css'

type Props = {
  lots: readonly WallLot[]
  selected: string | undefined
  onSelect: (lot_no: string | undefined) => void
}

export const LotRail = memo(function LotRail({ lots, selected, onSelect }: Props) {
  const words = useWords('home')
  return (
    <ul
      className={`grid grow ${styles.rail}`}
      style={{ '--lots': Math.min(lots.length, 6) } as React.CSSProperties}
    >
      {lots.map((lot) => (
        <li key={lot.lot_no}>
          <button
            type="button"
            className={`plain flex column full ${styles.lot}`}
            data-lot={lot.state}
            aria-expanded={lot.lot_no === selected}
            onClick={() => onSelect(lot.lot_no === selected ? undefined : lot.lot_no)}
          >
            <span className={`row text-11 nowrap ${styles.head}`}>
              <LotSign state={lot.state} />
              <b className="slim bold ellipsis" title={lot.lot_no}>
                {lot.lot_no}
              </b>
              {lot.vehicles > 0 && <span className="visually-hidden">{words.lot_state[lot.state]}</span>}
              {lot.since_ms > 0 && lot.state !== 'unseen' && (
                <span className={`slim clip ink-3 figures ${styles.time}`}>
                  <Since ms={lot.since_ms} />
                </span>
              )}
            </span>
            <LotLine lot={lot} />
          </button>
        </li>
      ))}
    </ul>
  )
})

function LotLine({ lot }: { lot: WallLot }) {
  const words = useWords('home')
  if (lot.vehicles === 0) return <span className={styles.empty}>{words.lot_state[lot.state]}</span>
  return (
    <span className={`row slim clip gap-2 text-11 ${styles.plate}`}>
      <PlateChip number={lot.plate_number} color={lot.plate_color} small />
      {lot.vehicles > 1 && <em>+{lot.vehicles - 1}</em>}
    </span>
  )
}
