/**
 * One camera on the wall: its name and state, its picture with the lots, and below it the lots as a list for
 * keyboard users.
 * Long because picture and list show the same lots.
 */
import { camera_state, wordOf } from '@parking/contract/core/codes.ts'
import { memo, useContext, useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useWords } from '#src/core/words.ts'
import { inSize } from '#src/lib/picture-size.ts'
import { ExpandIcon, ImageIcon } from '#src/ui/icons.tsx'
import { formatTime } from '#src/time/time.ts'
import { useSize } from '#src/lib/use-size.ts'
import { useVisible } from '#src/lib/use-visible.ts'
import { useChange } from '#src/core/queries.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { Button } from '#src/ui/button/button.tsx'
import { toast } from '#src/ui/toast.tsx'
import { shortTime } from './short-time.ts'
import { DeviceTime } from './device-clock.tsx'
import { earlyPicture } from './preload-wall.ts'
import { LotCard } from './lot-card.tsx'
import { LotLayer } from './lot-layer.tsx'
import { LotRail } from './lot-rail.tsx'
import { LotBlocks } from './lot-sign.tsx'
import { usePacedPicture } from './picture-pace.ts'
import { countOf, isAway, ratioOf, type Tile, type WallCamera } from './wall-data.ts'
import styles from './tile.module.css'
import tile_fault_styles from './tile-fault.module.css'

/** Maximum number of lots for which there is room for a name and a plate each. */
const max_rail_lots = 12
const none: Tile['lots'] = []

type Props = {
  tile: Tile
  /** `rail`: each lot with plate and time; `blocks`: only a row of states. */
  below: 'rail' | 'blocks'
  /** The latest event at this camera as text, if there is a recent one. */
  news: string | undefined
  focus: boolean
  onOpen: (camera_sn: string) => void
}

export const CameraTile = memo(function CameraTile({ tile, below, news, focus, onOpen }: Props) {
  const { camera, lots, free } = tile
  const words = useWords('home')
  const place = useRef<HTMLElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const on_screen = useVisible(place)
  const [selected, setSelected] = useState<string>()
  const size = useSize(frame)
  const picture = usePacedPicture(
    camera.picture === '' ? '' : inSize(camera.picture, size.width),
    on_screen && size.width > 0,
    earlyPicture(camera.picture),
  )
  // The picture is rendered before the lots on top of it.
  const drawn = useDeferredValue(lots, none)
  const open = () => onOpen(camera.camera_sn)
  const lot = lots.find((one) => one.lot_no === selected)
  const away = isAway(camera)
  const fault = away ? 'bad' : camera.picture_health !== '' || camera.alarms.length > 0 ? 'warn' : undefined
  const state = useWords('codes').camera_state[wordOf(camera_state, camera.state) ?? 'error']
  return (
    <article
      ref={place}
      className={`flex column slim relative round-6 on-card ${styles.tile}`}
      aria-label={camera.camera_name}
      data-fault={fault}
      data-focus={focus || undefined}
    >
      <header>
        <i className="tone-dot" data-tone={fault ?? 'ok'} title={state} />
        <h2 className="grid slim clip text-13 bold leading-20">
          <button
            type="button"
            className={`plain ellipsis ${styles.name}`}
            title={camera.camera_name}
            onClick={open}
          >
            {camera.camera_name}
          </button>
        </h2>
        <span className={`row gap-8 text-12 ink-2 figures ${styles.end}`}>
          {away ? (
            <b className="bad bold">
              <StateDuration state={state} since_ms={camera.state_ms} />
            </b>
          ) : (
            <>
              {lots.length > 0 && (
                <span className={styles.free}>
                  {countOf(lots, 'unseen') < lots.length ? (
                    <>
                      <b>{free}</b> {words.lot_state.free}
                    </>
                  ) : (
                    words.lot_state.unseen
                  )}
                </span>
              )}
              <PictureAge picture_ms={camera.picture_ms} />
            </>
          )}
          <button
            type="button"
            className={`plain center ink-2 round-4 icons-16 ${styles.expand}`}
            aria-label={words.open_camera(camera.camera_name)}
            data-tip={words.open_camera(camera.camera_name)}
            onClick={open}
          >
            <ExpandIcon />
          </button>
        </span>
      </header>
      <div
        ref={frame}
        className={`relative clip ${styles.picture}`}
        style={{ aspectRatio: ratioOf(camera) }}
        data-away={away}
      >
        {picture.state === 'here' ? (
          <img
            className="full cover tall"
            src={picture.src}
            alt={words.picture_of(camera.camera_name)}
            onError={picture.onError}
          />
        ) : (
          <span
            className={`grid gap-6 text-12 ${styles.blank}`}
            data-busy={picture.state === 'waiting' && camera.picture !== ''}
          >
            {(picture.state === 'broken' || camera.picture === '') && (
              <>
                <ImageIcon />
                {words.no_picture}
              </>
            )}
          </span>
        )}
        <LotLayer lots={drawn} size={size} selected={selected} onSelect={setSelected} />
        {news !== undefined && !away && (
          <span className={`text-12 bold absolute ${styles.news}`}>{news}</span>
        )}
        {fault && (
          <TileFault
            camera={camera}
            stopped_at={camera.picture_ms > 0 ? formatTime(camera.picture_ms) : ''}
          />
        )}
      </div>
      {lots.length === 0 ? (
        <p className={`row note gap-8 ${styles.undrawn}`}>
          {words.no_lots}
          <Link to={`/business/sceneConfig/scene?${new URLSearchParams({ camera_sn: camera.camera_sn })}`}>
            {words.draw_lots}
          </Link>
        </p>
      ) : below === 'rail' && lots.length <= max_rail_lots ? (
        <LotRail lots={lots} selected={selected} onSelect={setSelected} />
      ) : (
        <LotStrip camera_name={camera.camera_name} lots={lots} />
      )}
      {lot && <LotCard lot={lot} onClose={() => setSelected(undefined)} />}
    </article>
  )
})

function StateDuration({ state, since_ms }: { state: string; since_ms: number }) {
  const words = useWords('home')
  const now = useContext(DeviceTime)
  return words.for_long(state, since_ms > 0 ? shortTime(now - since_ms, words.units) : '')
}

function PictureAge({ picture_ms }: { picture_ms: number }) {
  const words = useWords('home')
  const now = useContext(DeviceTime)
  if (picture_ms === 0) return null
  const seconds = Math.max(0, Math.round((now - picture_ms) / 1000))
  if (seconds < 15) return <span className={`ink-3 ${styles.age}`}>{words.now}</span>
  return (
    <span className={`ink-3 ${styles.age}`} data-old={seconds > 60 || undefined}>
      {seconds < 100 ? words.seconds_ago(seconds) : shortTime(now - picture_ms, words.units)}
    </span>
  )
}

function LotStrip({ camera_name, lots }: { camera_name: string; lots: Tile['lots'] }) {
  const words = useWords('home')
  const free = lots.filter((lot) => lot.state === 'free').length
  return (
    <div className={styles.strip} role="img" aria-label={words.park_says(camera_name, free, lots.length)}>
      <LotBlocks states={lots.map((lot) => lot.state)} />
    </div>
  )
}

/** The fault of a camera, over its picture: the cause, since when, and what can be done about it. */
function TileFault({ camera, stopped_at }: { camera: WallCamera; stopped_at: string }) {
  const words = useWords('home')
  const codes = useWords('codes')
  const may_work = useMayWork()
  const again = useChange('/api/camera/snapshot', { refresh: ['/api/camera/camera_wall'] })
  const away = isAway(camera)
  const causes = away
    ? [camera.state_reason === '' ? codes.camera_state.offline : words.camera_reason[camera.state_reason]]
    : [
        ...(camera.picture_health ? [codes.picture_health[camera.picture_health]] : []),
        ...camera.alarms.map(({ kind }) => codes.alarm_kind[kind]),
      ]
  const cause = [...new Set(causes)].join('，')

  async function reconnect() {
    if (await again.run({ camera_sn: camera.camera_sn })) toast.success(words.reconnected(camera.camera_name))
  }

  if (!away) return <span className={`text-12 bold absolute ${tile_fault_styles.badge}`}>{cause}</span>
  return (
    <div className={`row gap-12 text-12 round-6 ${tile_fault_styles.says}`} role="status">
      <p className="grow slim">
        <b className="block text-13 bold">{cause}</b>
        {stopped_at !== '' && <span>{words.stopped_at(stopped_at)}</span>}
      </p>
      <span className={`flex rigid gap-6 ${tile_fault_styles.acts}`}>
        <Link className="button" to="/system/operation">
          {words.diagnose}
        </Link>
        {may_work && (
          <Button pending={again.running} onClick={() => void reconnect()}>
            {again.running ? words.reconnecting : words.reconnect}
          </Button>
        )}
      </span>
    </div>
  )
}
