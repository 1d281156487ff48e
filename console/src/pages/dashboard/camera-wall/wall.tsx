/**
 * The wall of cameras: as many per page as chosen; on larger pages one big picture follows the newest event.
 */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useState } from 'react'
import { useWords } from '#src/core/words.ts'
import type { ParkingEvent } from '#src/events/event/event-status.tsx'
import { CameraTile } from './tile.tsx'
import { spansOf, type WallLayout } from './wall-layout.ts'
import type { Tile } from './wall-data.ts'
import styles from './wall.module.css'

/** How long an event is shown on its camera, in milliseconds. */
const news_ms = 30_000

type Props = {
  tiles: readonly Tile[]
  layout: WallLayout
  /** The device's time, in milliseconds since 1970. */
  now: number
  newest: ParkingEvent | undefined
  newest_ms: number
  onOpen: (camera_sn: string) => void
}

export function Wall({ tiles, layout, now, newest, newest_ms, onOpen }: Props) {
  const words = useWords('home')
  const types = useWords('codes').event_type
  const [pinned, setPinned] = useState<string>()
  const news_of = newest && tiles.find(({ lots }) => lots.some((lot) => lot.lot_no === newest.lot_no))
  const focus_sn = layout.focus
    ? (tiles.find(({ camera }) => camera.camera_sn === (pinned ?? news_of?.camera.camera_sn)) ?? tiles[0])
        ?.camera.camera_sn
    : undefined
  const ordered =
    focus_sn === undefined ? tiles : [...tiles].sort((a, b) => order(b, focus_sn) - order(a, focus_sn))
  const word = newest && wordOf(event_type, newest.event_type)
  const news =
    newest && word && now - newest_ms < news_ms ? words.just_now(newest.lot_no, types[word]) : undefined
  const spans = spansOf(layout, tiles.length)
  return (
    <section
      className={`grid slim gap-12 ${styles.wall}`}
      aria-label={words.cameras}
      data-dense={layout.size > 4 || undefined}
    >
      <HatchPattern />
      {ordered.map((tile, at) => {
        const { camera_sn } = tile.camera
        const focus = camera_sn === focus_sn
        return (
          <div
            key={camera_sn}
            className={`grid slim ${styles.place}`}
            style={{ '--parts': spans[at] } as React.CSSProperties}
            data-focus={focus || undefined}
          >
            <CameraTile
              tile={tile}
              below={layout.size <= 4 || focus ? 'rail' : 'blocks'}
              news={tile === news_of ? news : undefined}
              focus={focus && tiles.length > 1}
              onOpen={onOpen}
            />
          </div>
        )
      })}
      {layout.focus && pinned !== undefined && (
        <button type="button" className={`button ${styles.follow}`} onClick={() => setPinned(undefined)}>
          {words.follow}
        </button>
      )}
    </section>
  )
}

const order = ({ camera }: Tile, focus_sn: string): number => (camera.camera_sn === focus_sn ? 1 : 0)

/** The hatching of a doubtful lot; the pictures refer to it by its id. */
function HatchPattern() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <pattern
        id="lot-doubtful"
        width="14"
        height="14"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="14" height="14" fill="rgb(255 176 32 / 0.12)" />
        <rect width="5" height="14" fill="rgb(255 190 61 / 0.6)" />
      </pattern>
    </svg>
  )
}
