/**
 * The cameras page: search, filters, cards, and dialogs. Filters and open dialogs are in the URL.
 * Long because the URL holds the state of all its parts.
 */
import { useSearchParams } from 'react-router'
import { business_mode, wordOf } from '@parking/contract/core/codes.ts'
import type { BodyAt } from '#src/core/api.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { useCall } from '#src/core/queries.ts'
import { useStore } from '#src/lib/store.ts'
import { UrlPager } from '#src/tables/pager.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyKerb, EmptyState } from '#src/ui/state/empty-state.tsx'
import { PlusIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { useWords } from '#src/core/words.ts'
import { live_views } from '#src/live/live-views.ts'
import { useUrlDialog } from '#src/tables/use-url-dialog.ts'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { BatchBar } from './batch/batch-bar.tsx'
import { CameraCard } from './list/camera-card.tsx'
import { CameraDetail } from './detail/camera-detail.tsx'
import { CameraFilters } from './list/camera-filters.tsx'
import styles from './page.module.css'
import { useSelection } from './list/use-selection.ts'
import { ModeDialog } from './mode/mode-dialog.tsx'
import { AddCamera, methods } from './add/add-camera.tsx'

/** Polling interval of the states; pictures are loaded on demand. */
const poll_ms = 5_000

type State = NonNullable<BodyAt<'/api/camera/list_cameras'>['state']>

/** `?state=0|1|2`; any other value means all. */
export function stateFrom(search: URLSearchParams): State | undefined {
  const text = search.get('state')
  return text === '0' || text === '1' || text === '2' ? (Number(text) as State) : undefined
}

export default function CamerasPage() {
  const words = useWords('camera')
  const url = useUrlState()
  const { search, page, page_size, change } = url
  const [, setSearch] = useSearchParams()
  const state = stateFrom(search)
  const text = search.get('text')?.slice(0, 64) ?? ''
  const filter = { ...(state !== undefined && { state }), ...(text && { text }) }
  const polled = useStore(live_views) > 0 ? {} : { every: poll_ms }
  const cameras = useCall(
    '/api/camera/list_cameras',
    { page, page_size, ...filter },
    { ...polled, keep: true },
  )
  const counts = useCall('/api/camera/camera_state', {}, polled)
  const scenes = useCall('/api/camera/get_scenes', {})
  const sceneOf = (camera: { camera_sn: string; scene_num: number }) =>
    camera.scene_num === 1
      ? scenes.data?.list.find((scene) => scene.camera_sn === camera.camera_sn)?.scene_id
      : undefined
  const parkingOf = ({ camera_sn }: { camera_sn: string }) => [
    ...new Set(
      scenes.data?.list.filter((scene) => scene.camera_sn === camera_sn).map(({ parking_no }) => parking_no),
    ),
  ]
  const may_work = useMayWork()
  const selection = useSelection(cameras.data?.list ?? [])
  const filtered = state !== undefined || text !== ''
  const open = search.get('camera_sn')
  return (
    <>
      <PageHeader
        title={words.title}
        hint={words.hint}
        action={
          <>
            <ModeButton />
            <AddButton />
          </>
        }
      />
      <CameraFilters
        state={state}
        text={text}
        counts={counts.data}
        onChange={(changes) => change(changes, { replace: true })}
      />
      <StaleMark of={[cameras, counts]} />
      {!cameras.data && !cameras.isError && <SkeletonCards label={words.loading} />}
      {!cameras.data && cameras.isError && <LoadFailed query={cameras} title={words.failed} />}
      {cameras.data && cameras.data.list.length === 0 && (
        <div className="card">
          {filtered ? (
            <EmptyState
              title={words.none.title}
              heading="h2"
              action={<Button onClick={() => setSearch({})}>{words.none.clear}</Button>}
            >
              {words.none.body}
            </EmptyState>
          ) : (
            <EmptyState
              picture={<EmptyKerb />}
              title={words.empty.title}
              heading="h2"
              action={
                <Button variant="primary" onClick={() => change({ add: 'found' }, { keepPage: true })}>
                  <PlusIcon />
                  {words.add}
                </Button>
              }
            >
              {words.empty.body}
            </EmptyState>
          )}
        </div>
      )}
      {cameras.data && cameras.data.list.length > 0 && (
        <>
          <ul className={`stack below-16 ${styles.cards}`} data-old={cameras.isPlaceholderData}>
            {cameras.data.list.map((camera) => (
              <CameraCard
                key={camera.camera_sn}
                camera={camera}
                scene_id={sceneOf(camera)}
                parking_nos={parkingOf(camera)}
                camera_moved={
                  scenes.data?.list.some(
                    (scene) => scene.camera_sn === camera.camera_sn && scene.moved === true,
                  ) ?? false
                }
                chosen={selection.has(camera.camera_sn)}
                onPick={may_work ? (chosen, range) => selection.pick(camera, chosen, range) : undefined}
                onOpen={() => change({ camera_sn: camera.camera_sn }, { keepPage: true })}
              />
            ))}
          </ul>
          {cameras.data.total > 20 && <UrlPager total={cameras.data.total} url={url} />}
        </>
      )}
      {cameras.data && (
        <BatchBar
          selection={selection}
          shown={cameras.data.list}
          total={cameras.data.total}
          filter={filter}
        />
      )}
      {open !== null && (
        <CameraDetail
          key={open}
          camera_sn={open}
          listed={cameras.data?.list.find((camera) => camera.camera_sn === open)}
          onGone={selection.drop}
          onClose={() => change({ camera_sn: undefined, edit: undefined }, { keepPage: true })}
        />
      )}
    </>
  )
}

function SkeletonCards({ label }: { label: string }) {
  return (
    <div className={`stack below-16 ${styles.cards}`} role="status" aria-label={label}>
      {Array.from({ length: 8 }, (_, i) => (
        <div key={i} className={styles.skeleton} />
      ))}
    </div>
  )
}

/** Shows the device's business mode (spec §4) and opens the dialog that switches it. */
function ModeButton() {
  const words = useWords('camera').mode
  const codes = useWords('codes').business_mode
  const { value, open, close } = useUrlDialog('mode')
  const query = useCall('/api/parking/get_business_mode', {}, { every: 10_000 })
  const mode = query.data?.business_mode
  const word = mode === undefined ? undefined : wordOf(business_mode, mode)
  return (
    <>
      <Button disabled={mode === undefined} onClick={() => open('switch')}>
        {words.is(word ? codes[word] : '–')}
      </Button>
      {value !== null && mode !== undefined && <ModeDialog mode={mode} onClose={close} />}
    </>
  )
}

/** Opens the dialog that adds cameras. */
function AddButton() {
  const words = useWords('camera')
  const { change } = useUrlState()
  const { value, open, close } = useUrlDialog('add')
  return (
    <>
      <Button variant="primary" onClick={() => open('found')}>
        <PlusIcon />
        {words.add}
      </Button>
      {value !== null && (
        <AddCamera
          method={methods.find((method) => method === value) ?? 'found'}
          onMethod={(method) => change({ add: method }, { keepPage: true, replace: true })}
          onClose={close}
        />
      )}
    </>
  )
}
