/**
 * The first page (spec §2, dashboard): the cameras' pictures with their lots, free and taken lots, the newest
 * events, and the health of the box in one line that opens a panel over them. Long because the parts share
 * one answer.
 */
import { Suspense, useEffect, useRef, useState } from 'react'
import { awaitBriefly } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { lazyPart } from '#src/lib/parts.ts'
import { loadWords } from '#src/stores/language.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { momentOf } from '#src/time/time.ts'
import type { ParkingEvent } from '#src/events/event/event-status.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { Feed, FeedRow } from './feed/feed.tsx'
import { HealthStrip } from './health/health-strip.tsx'
import { Occupancy } from './occupancy/occupancy.tsx'
import { DeviceTime } from './camera-wall/device-clock.tsx'
import { readWallEarly } from './camera-wall/preload-wall.ts'
import { LotTable } from './camera-wall/lot-table.tsx'
import { useDashboardData } from './camera-wall/use-dashboard-data.ts'
import { Wall } from './camera-wall/wall.tsx'
import { WallTools } from './camera-wall/wall-tools.tsx'
import { wallLayout } from './camera-wall/wall-layout.ts'
import styles from './page.module.css'
import newest_event_styles from './feed/newest-event.module.css'

const HealthPanel = lazyPart(() =>
  Promise.all([
    import('./health/health-panel.tsx'),
    loadWords(['dashboard', 'queue', 'resume', 'device_said']),
  ]).then(([file]) => file.HealthPanel),
)
const CameraView = lazyPart(() =>
  Promise.all([import('./camera/camera-view.tsx'), loadWords(['camera'])]).then(([file]) => file.CameraView),
)

const panel_id = 'box-health'

/** The page is drawn with its wall. */
export const ready = (search: URLSearchParams): Promise<void> =>
  search.size === 0 ? awaitBriefly(readWallEarly()) : Promise.resolve()

export default function Dashboard() {
  const words = useWords('home')
  const titles = useWords('shell').routes
  const { search, change } = useUrlState()
  const { wall, events, health, has_cameras, tiles, newest, arrived, now } = useDashboardData()
  const setup_calls_left = wall.data?.setup_calls_left ?? 0
  const layout = wallLayout(search, tiles.length)
  // The large picture follows the newest event: before that is known, the tiles would soon change places.
  const placed = !layout.focus || events.data !== undefined || events.isError
  const shown = placed ? tiles.slice((layout.page - 1) * layout.size, layout.page * layout.size) : []
  const health_open = search.get('health') === 'open'
  const showHealth = (shown: 'open' | undefined) =>
    change({ health: shown }, { keepPage: true, replace: true })
  const as_table = search.get('view') === 'lots'
  const find = search.get('find') ?? ''
  const opened = tiles.find(({ camera }) => camera.camera_sn === search.get('camera'))
  // The same function on every render, so that a tile is rendered again only when the tile itself changes.
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  const [openCamera] = useState(
    () => (camera_sn: string) => latest.current({ camera: camera_sn }, { keepPage: true }),
  )
  return (
    <DeviceTime value={now}>
      <div className={styles.home}>
        <h1 className="visually-hidden">{titles.dashboard}</h1>
        <div
          className={styles.health}
          role="group"
          onKeyDown={(event) => {
            if (event.key === 'Escape' && health_open) showHealth(undefined)
          }}
        >
          <HealthStrip
            health={health.data}
            failed={health.isError}
            open={health_open}
            controls={panel_id}
            onToggle={() => showHealth(health_open ? undefined : 'open')}
          />
          {health_open && (
            <Suspense fallback={<div className={styles.panel_place} />}>
              <HealthPanel
                id={panel_id}
                cpu={{ percent: health.data?.cpu ?? null, read_ms: health.dataUpdatedAt }}
              />
            </Suspense>
          )}
        </div>
        {wall.data === undefined && wall.isError ? (
          <div className={styles.alone}>
            <LoadFailed query={wall} title={words.failed} />
          </div>
        ) : wall.data && !has_cameras ? (
          setup_calls_left > 0 ? (
            <SettingUp calls={setup_calls_left} />
          ) : (
            <FirstCamera />
          )
        ) : (
          <>
            {setup_calls_left > 0 && <SettingUp calls={setup_calls_left} />}
            <Occupancy tiles={tiles} known={wall.data !== undefined} />
            <WallTools
              layout={layout}
              cameras={tiles.length}
              as_table={as_table}
              stale={<StaleMark of={[wall]} />}
              onChange={change}
            />
            {wall.data && !wall.data.connected && (
              <p className={`row gap-8 text-13 warn round-6 on-warn ${styles.notice}`} role="status">
                {words.no_application}
                {!health_open && (
                  <button
                    type="button"
                    className="button"
                    data-variant="quiet"
                    onClick={() => showHealth('open')}
                  >
                    {words.see_health}
                  </button>
                )}
              </p>
            )}
            <div className={`grid gap-12 ${styles.body}`} data-size={layout.size}>
              {as_table ? (
                <LotTable key={find} tiles={tiles} now={now} find={find} />
              ) : (
                <Wall
                  tiles={shown}
                  layout={layout}
                  now={now}
                  newest={newest}
                  newest_ms={momentOf(newest?.event_time_str)?.getTime() ?? 0}
                  onOpen={openCamera}
                />
              )}
              {/* Shown together with the wall, because on a phone it is below the wall. */}
              {wall.data && placed && <Feed query={events} />}
            </div>
            {arrived && <NewestEvent key={arrived.uuid} event={arrived} />}
          </>
        )}
        {opened && (
          <Suspense>
            <CameraView tile={opened} onClose={() => change({ camera: undefined }, { keepPage: true })} />
          </Suspense>
        )}
      </div>
    </DeviceTime>
  )
}

/** While the device makes the calls of its first setup. */
function SettingUp({ calls }: { calls: number }) {
  const words = useWords('home')
  return (
    <p className={styles.notice} role="status">
      {words.setting_up(calls)}
    </p>
  )
}

function FirstCamera() {
  const words = useWords('home')
  const may_work = useMayWork()
  return (
    <div className={`grid gap-12 text-center ${styles.first}`}>
      <h2>{words.none_title}</h2>
      <p>{words.none_says}</p>
      {may_work && (
        <ButtonLink variant="primary" to="/install">
          {words.install}
        </ButtonLink>
      )}
      <ButtonLink variant={may_work ? 'quiet' : 'primary'} to="/business/sceneConfig">
        {words.add_camera}
      </ButtonLink>
    </div>
  )
}

const shown_ms = 10_000

/**
 * On a phone: shows the newest event over the lower edge of the window for a while after it arrives.
 * Mounted once per event.
 */
function NewestEvent({ event }: { event: ParkingEvent }) {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), shown_ms)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <ul className={newest_event_styles.newest}>
      <FeedRow event={event} />
    </ul>
  )
}
