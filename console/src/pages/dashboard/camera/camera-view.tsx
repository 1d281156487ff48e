/**
 * One camera in detail: live video or pictures with its lots on top, its last events, its health, and pan and
 * tilt with presets.
 */
import { camera_state, wordOf } from '@parking/contract/core/codes.ts'
import { useRef, useState } from 'react'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { inSize } from '#src/lib/picture-size.ts'
import { useSize } from '#src/lib/use-size.ts'
import { LiveStage } from '#src/live/live-stage.tsx'
import { useLiveView } from '#src/live/live-views.ts'
import { PtzPad } from '#src/ptz/ptz-pad.tsx'
import { Loaded } from '#src/tables/loaded.tsx'
import { formatTime } from '#src/time/time.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { FeedRow } from '../feed/feed.tsx'
import { LotCard } from '../camera-wall/lot-card.tsx'
import { LotLayer } from '../camera-wall/lot-layer.tsx'
import { LotRail } from '../camera-wall/lot-rail.tsx'
import { isAway, ratioOf, type Tile } from '../camera-wall/wall-data.ts'
import styles from './camera-view.module.css'

type Props = { tile: Tile; onClose: () => void }

export function CameraView({ tile: { camera, lots, free }, onClose }: Props) {
  const words = useWords('home')
  const may_work = useMayWork()
  useLiveView()
  const [selected, setSelected] = useState<string>()
  const stage = useRef<HTMLDivElement>(null)
  const width = useSize(stage).width
  const size = { width, height: width / ratioOf(camera) }
  const [with_lots, setWithLots] = useState(true)
  const lot = lots.find((one) => one.lot_no === selected)
  const turns = camera.ptz_supported && may_work
  return (
    <Dialog
      title={camera.camera_name}
      width="full"
      onClose={onClose}
      footer={
        <>
          <label className={`row gap-8 pointer ${styles.toggle}`}>
            <input
              type="checkbox"
              checked={with_lots}
              onChange={(event) => setWithLots(event.currentTarget.checked)}
            />
            {words.show_lots}
          </label>
          <ButtonLink to={`/business/sceneConfig?camera_sn=${encodeURIComponent(camera.camera_sn)}`}>
            {words.camera_settings}
          </ButtonLink>
        </>
      }
    >
      <div className={`grid start gap-20 ${styles.view}`}>
        <div ref={stage} className={`slim relative ${styles.stage}`}>
          <LiveStage
            camera={camera}
            ratio={ratioOf(camera)}
            still={camera.picture === '' ? '' : inSize(camera.picture, 960)}
            over={
              with_lots && <LotLayer lots={lots} size={size} selected={selected} onSelect={setSelected} />
            }
          />
          {lot && <LotCard lot={lot} onClose={() => setSelected(undefined)} />}
          <div className="clip above-12 bordered round-6">
            <LotRail lots={lots} selected={selected} onSelect={setSelected} />
          </div>
        </div>
        <div className={`grid slim gap-20 ${styles.beside}`}>
          <Facts camera={camera} free={free} lots={lots.length} />
          {turns && (
            <PtzPad camera={{ ...camera, scene_num: new Set(lots.map(({ scene_id }) => scene_id)).size }} />
          )}
          <LastEvents camera_name={camera.camera_name} />
        </div>
      </div>
    </Dialog>
  )
}

function Facts({ camera, free, lots }: { camera: Tile['camera']; free: number; lots: number }) {
  const words = useWords('home')
  const codes = useWords('codes')
  const state = codes.camera_state[wordOf(camera_state, camera.state) ?? 'error']
  const reason = isAway(camera) && camera.state_reason !== '' ? words.camera_reason[camera.state_reason] : ''
  const faults = [
    ...(camera.picture_health ? [codes.picture_health[camera.picture_health]] : []),
    ...camera.alarms.map(({ kind }) => codes.alarm_kind[kind]),
  ]
  return (
    <section className={styles.facts} aria-label={words.camera_health}>
      <h3>{words.camera_health}</h3>
      <dl>
        <dt>{words.column.state}</dt>
        <dd data-bad={isAway(camera) || undefined}>{[state, reason].filter(Boolean).join('：')}</dd>
        {faults.length > 0 && (
          <>
            <dt>{codes.log_type.alarm}</dt>
            <dd data-bad>{[...new Set(faults)].join('，')}</dd>
          </>
        )}
        <dt>{words.state_since}</dt>
        <dd>{formatTime(camera.state_ms) || '--'}</dd>
        <dt>{words.picture_time}</dt>
        <dd>{formatTime(camera.picture_ms) || '--'}</dd>
        <dt>{words.resolution}</dt>
        <dd>{camera.width > 0 ? `${camera.width}×${camera.height}` : '--'}</dd>
        <dt>{words.lot_state.free}</dt>
        <dd>
          {free} / {lots}
        </dd>
      </dl>
    </section>
  )
}

function LastEvents({ camera_name }: { camera_name: string }) {
  const words = useWords('home')
  const events = useCall('/api/parking/parking_event', { page: 1, page_size: 20, camera_name })
  return (
    <section className={styles.events} aria-label={words.last_events}>
      <h3>{words.last_events}</h3>
      <Loaded query={events} rows={4} failed={words.feed_failed}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="paragraph">{words.feed_empty}</p>
          ) : (
            <ul className="clip bordered round-6">
              {list.slice(0, 8).map((event) => (
                <FeedRow key={event.uuid} event={event} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
