/** Every lot as a row: replaces the wall for screen readers, and finds a lot or a plate. */
import { useState } from 'react'
import { Link } from 'react-router'
import { useWords } from '#src/core/words.ts'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { shortTime } from './short-time.ts'
import { LotSign } from './lot-sign.tsx'
import { lot_states, type LotStateWord, type Tile, type WallLot } from './wall-data.ts'
import styles from './lot-table.module.css'

type Row = WallLot & { camera_name: string }

/** `find`: the initial search text. Mounted once per text. */
export function LotTable({ tiles, now, find }: { tiles: readonly Tile[]; now: number; find: string }) {
  const words = useWords('home')
  const [text, setText] = useState(find)
  const [state, setState] = useState<LotStateWord | ''>('')
  const wanted = text.trim().toUpperCase()
  const rows = tiles
    .flatMap(({ camera, lots }) => lots.map((lot): Row => ({ ...lot, camera_name: camera.camera_name })))
    .filter(
      (row) =>
        (state === '' || row.state === state) &&
        [row.lot_no, row.plate_number, row.camera_name, row.parking_no].some((value) =>
          value.toUpperCase().includes(wanted),
        ),
    )
  return (
    <section className={`slim round-6 on-card ${styles.place}`}>
      <div className={`flex gap-8 pad-10-12 line-below ${styles.filters}`}>
        <input
          type="search"
          className="input"
          aria-label={words.filter}
          placeholder={words.filter}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <select
          className="input"
          aria-label={words.column.state}
          value={state}
          onChange={(event) => setState(event.currentTarget.value as LotStateWord | '')}
        >
          <option value="">{words.all_states}</option>
          {lot_states.map((one) => (
            <option key={one} value={one}>
              {words.lot_state[one]}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.scroll}>
        <table className={`full text-13 ${styles.table}`} aria-label={words.table}>
          <thead>
            <tr>
              {(['lot', 'state', 'plate', 'time', 'camera', 'park'] as const).map((column) => (
                <th key={column} scope="col">
                  {words.column[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <LotRow key={row.lot_no} row={row} now={now} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className={`ink-3 text-center ${styles.none}`}>{words.table_empty}</p>}
      </div>
    </section>
  )
}

function LotRow({ row, now }: { row: Row; now: number }) {
  const words = useWords('home')
  return (
    <tr>
      <th scope="row" title={row.lot_no}>
        <Link to={`/business/data/parking?${new URLSearchParams({ lot_no: row.lot_no })}`}>{row.lot_no}</Link>
      </th>
      <td data-lot={row.state}>
        <span className={`inline-row gap-6 ${styles.state}`}>
          <LotSign state={row.state} />
          {words.lot_state[row.state]}
        </span>
        {row.why !== '' && <small>{words.why[row.why]}</small>}
      </td>
      <td>
        {row.vehicles > 0 ? (
          <>
            <PlateChip number={row.plate_number} color={row.plate_color} />
            {row.vehicles > 1 && <small> {words.more_vehicles(row.vehicles - 1)}</small>}
          </>
        ) : (
          '--'
        )}
      </td>
      <td>{row.since_ms > 0 ? shortTime(now - row.since_ms, words.units) : '--'}</td>
      <td title={row.camera_name}>{row.camera_name}</td>
      <td title={row.parking_no}>{row.parking_no}</td>
    </tr>
  )
}
