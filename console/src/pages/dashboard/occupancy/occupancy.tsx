/** Free and taken lots, in total and per car park; lots look the same here as on the pictures. */
import { memo } from 'react'
import { Link } from 'react-router'
import { useWords } from '#src/core/words.ts'
import { LotBlocks, max_blocks } from '../camera-wall/lot-sign.tsx'
import { countOf, parksOf, type Park, type Tile } from '../camera-wall/wall-data.ts'
import styles from './occupancy.module.css'

/** `known`: false before the first answer, while the strip only reserves its space. */
type Props = { tiles: readonly Tile[]; known: boolean }

export const Occupancy = memo(function Occupancy({ tiles, known }: Props) {
  const words = useWords('home')
  const parks = parksOf(tiles)
  const lots = parks.flatMap((park) => park.lots)
  if (!known) return <div className={`flex relative flush line-below on-card ${styles.strip}`} />
  if (lots.length === 0) return null
  const free = countOf(lots, 'free')
  const unseen = countOf(lots, 'unseen')
  return (
    <ul
      className={`flex relative flush line-below on-card ${styles.strip}`}
      aria-label={words.parks}
      data-many={parks.length > 4 || undefined}
    >
      <li className={styles.all}>
        <Free free={free} known={unseen < lots.length} />
        <p className={`text-13 ${styles.name}`}>
          <b className="bold clip">{words.free_all}</b>{' '}
          <small className="rigid text-11 ink-3">/ {lots.length}</small>
        </p>
        <p className={`text-12 ink-2 figures ${styles.counts}`}>
          {words.counts(countOf(lots, 'occupied'), countOf(lots, 'doubtful'), unseen)}
        </p>
      </li>
      {parks.length > 1 && parks.map((park) => <ParkPlace key={park.parking_no} park={park} />)}
    </ul>
  )
}, isSame)

/** True if the tiles are the same, even in another list. */
function isSame(a: Props, b: Props): boolean {
  return (
    a.known === b.known &&
    a.tiles.length === b.tiles.length &&
    a.tiles.every((tile, at) => tile === b.tiles[at])
  )
}

function ParkPlace({ park: { parking_no, name, lots, free } }: { park: Park }) {
  const words = useWords('home')
  const unseen = countOf(lots, 'unseen')
  const taken = lots.length - free - unseen
  return (
    <li>
      <Link className={styles.park} to={`?${new URLSearchParams({ view: 'lots', find: parking_no })}`}>
        <Free free={free} known={unseen < lots.length} />
        <p className={`text-13 ${styles.name}`} title={`${name} ${parking_no}`}>
          <b className="bold clip">{name}</b>
          {name !== parking_no && <small className="rigid text-11 ink-3 ellipsis">{parking_no}</small>}
        </p>
        <p className={`text-12 ink-2 figures ${styles.counts}`}>
          {lots.length <= max_blocks && <LotBlocks states={lots.map((lot) => lot.state)} />}
          <small className="text-12">
            {unseen === lots.length ? words.lot_state.unseen : `${taken}/${lots.length}`}
          </small>
        </p>
      </Link>
    </li>
  )
}

function Free({ free, known }: { free: number; known: boolean }) {
  const words = useWords('home')
  return (
    <span
      className={`ok figures text-center ${styles.free}`}
      data-none={free === 0 || undefined}
      data-unknown={!known || undefined}
    >
      {known ? free : '--'} <span className="visually-hidden">{words.lot_state.free}</span>
    </span>
  )
}
