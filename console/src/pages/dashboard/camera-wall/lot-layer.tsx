/**
 * The lots over a camera's picture: outlines that stretch with the picture, and numbers next to them. A click
 * on an outline opens the lot; keyboard users reach the same lots in the list below the picture.
 */
import { memo } from 'react'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { labelPlaces } from './label-places.ts'
import { LotSign } from './lot-sign.tsx'
import type { WallLot } from './wall-data.ts'
import styles from './lot-layer.module.css'

/** Minimum width in pixels of a picture that has room for plates. */
const min_plates_px = 400

type Props = {
  lots: readonly WallLot[]
  /** Size of the picture in pixels. */
  size: { width: number; height: number }
  selected: string | undefined
  onSelect: (lot_no: string | undefined) => void
}

/** A long number without its middle; its end tells lots apart. */
const shortName = (lot_no: string): string =>
  lot_no.length > 12 ? `${lot_no.slice(0, 3)}…${lot_no.slice(-5)}` : lot_no

export const LotLayer = memo(function LotLayer({ lots, size, selected, onSelect }: Props) {
  const plates = size.width >= min_plates_px
  const places = labelPlaces(
    lots.map((lot) => ({
      key: lot.lot_no,
      polygon: lot.polygon,
      chars: shortName(lot.lot_no).length,
      plate: plates && hasPlate(lot),
    })),
    size,
  )
  return (
    <div className={styles.layer}>
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
        {lots.map(({ lot_no, polygon, state }) => {
          if (polygon.length === 0) return null
          const points = polygon.map(([x, y]) => `${x * 1000},${y * 1000}`).join(' ')
          return (
            <g
              key={lot_no}
              className="pointer"
              data-lot={state}
              data-selected={lot_no === selected || undefined}
              onClick={() => onSelect(lot_no === selected ? undefined : lot_no)}
            >
              <polygon className={`traced ${styles.under}`} points={points} />
              <polygon className={`traced ${styles.line}`} points={points} />
            </g>
          )
        })}
      </svg>
      {lots.map((lot) => {
        const at = places.get(lot.lot_no)
        if (!at) return null
        return (
          <span
            key={lot.lot_no}
            className={`row gap-4 text-11 bold figures nowrap untouchable ${styles.label}`}
            data-side={at.side}
            data-far={at.far || undefined}
            data-lot={lot.state}
            style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
            aria-hidden="true"
          >
            <LotSign state={lot.state} />
            {shortName(lot.lot_no)}
            {at.plate && <PlateChip number={lot.plate_number} color={lot.plate_color} small />}
          </span>
        )
      })}
    </div>
  )
})

const hasPlate = (lot: WallLot): boolean => lot.vehicles > 0 && lot.plate_number !== ''
