/**
 * One camera: picture, reported data, scenes, delete. Long because all sections share the camera and its
 * actions.
 */
import { camera_type, scene_type, wordOf } from '@parking/contract/core/codes.ts'
import { undo_days } from '@parking/contract/changes/change-kinds.ts'
import { useState } from 'react'
import { sayWithUndo } from '#src/acts/say-with-undo.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { useStore } from '#src/lib/store.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { CameraIcon, EditIcon, PlayIcon, PlusIcon, TrashIcon } from '#src/ui/icons.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { AnalysisHealth } from './analysis-health.tsx'
import { CameraActions } from './camera-actions.tsx'
import { addressOf, editorUrl, type Camera } from '../camera/camera.ts'
import { CameraNotes } from '../camera/camera-notes.tsx'
import { CameraPicture } from '../camera/camera-picture.tsx'
import styles from './detail.module.css'
import { EditCamera } from './edit-camera.tsx'
import { LiveDialog } from '#src/live/live-dialog.tsx'
import { PictureTag, StateTag } from '../camera/state-tag.tsx'
import { useSnapshot } from '../camera/use-snapshot.ts'

const after_change = [
  '/api/camera/list_cameras',
  '/api/camera/camera_state',
  '/api/camera/get_scenes',
  '/api/camera/get_all_lots_no',
] as const

/**
 * `listed`: the camera as in the list behind the dialog; undefined if a linked camera is on another page of
 * the list.
 */
export function CameraDetail({
  camera_sn,
  listed,
  onGone,
  onClose,
}: {
  camera_sn: string
  listed: Camera | undefined
  /** The camera has been deleted. */
  onGone: (camera_sns: readonly string[]) => void
  onClose: () => void
}) {
  const words = useWords('camera')
  const all = useCall(
    '/api/camera/list_cameras',
    { page: 1, page_size: 500 },
    { enabled: listed === undefined },
  )
  const camera = listed ?? all.data?.list.find((one) => one.camera_sn === camera_sn)
  const [live, setLive] = useState<'open' | 'closed'>('closed')
  const may_work = useMayWork()
  const { search, change } = useUrlState()
  const edit = (how: 'open' | 'closed') =>
    change({ edit: how === 'open' ? 'camera' : undefined }, { keepPage: true })
  if (camera && may_work && search.has('edit'))
    return <EditCamera camera={camera} onClose={() => edit('closed')} />
  if (camera && live === 'open') return <LiveDialog camera={camera} onClose={() => setLive('closed')} />
  return (
    <Dialog title={camera ? camera.camera_name : words.detail.measured} width="large" onClose={onClose}>
      {camera ? (
        <Detail
          camera={camera}
          onLive={() => setLive('open')}
          onEdit={() => edit('open')}
          onGone={() => {
            onGone([camera_sn])
            onClose()
          }}
        />
      ) : all.data ? (
        <p className="paragraph">{words.detail.missing}</p>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Dialog>
  )
}

function Detail({
  camera,
  onLive,
  onEdit,
  onGone,
}: {
  camera: Camera
  onLive: () => void
  onEdit: () => void
  onGone: () => void
}) {
  const words = useWords('camera')
  const codes = useWords('codes')
  const locked = useStore(session).roles.every((role) => role === 'viewer')
  const snapshot = useSnapshot(camera)
  const deletion = useChange('/api/camera/delete_camera', { refresh: after_change })
  const scenes = useCall('/api/camera/get_scenes', { camera_sn: camera.camera_sn })
  const numbers = (scenes.data?.list ?? []).flatMap((scene) => scene.lots.map((lot) => lot.lot_no)).join('、')
  const d = words.detail
  const measured = (value: string | false) => value || words.card.not_measured
  async function remove() {
    const yes = await confirm({
      title: words.delete_camera.title(camera.camera_name),
      body: (
        <>
          <p className="paragraph">{words.delete_camera.body(camera.scene_num, camera.lot_num)}</p>
          {numbers !== '' && <p className="paragraph">{words.delete_camera.numbers(numbers)}</p>}
          <p className="paragraph">{words.delete_camera.stays(undo_days)}</p>
        </>
      ),
      confirm: words.delete_camera.confirm,
      danger: true,
    })
    if (!yes || !(await deletion.run({ camera_sn: camera.camera_sn }))) return
    void sayWithUndo(words.delete_camera.done, 'delete_camera')
    onGone()
  }
  return (
    <div className={`grid start gap-20 ${styles.detail}`}>
      <div className={styles.seen}>
        <div className={`relative clip round-6 ${styles.frame}`}>
          <CameraPicture
            src={snapshot.src}
            alt={words.picture.of(camera.camera_name)}
            busy={snapshot.taking}
          />
        </div>
        <div className={`row wrap spread gap-8 ${styles.row}`}>
          <span className={`flex wrap gap-6 ${styles.tags}`}>
            <StateTag camera={camera} />
            <PictureTag camera={camera} />
          </span>
          <Button variant="primary" onClick={onLive}>
            <PlayIcon />
            {words.live.open}
          </Button>
          <Button disabled={snapshot.taking} onClick={() => void snapshot.take()}>
            <CameraIcon />
            {snapshot.taking ? words.picture.taking : words.picture.take}
          </Button>
        </div>
        {camera.state_reason !== '' && (
          <p className="above-8 text-13 bad">{words.reasons[camera.state_reason]}</p>
        )}
        {camera.picture_health && (
          <p className="above-8 text-13 bad">{words.pictures[camera.picture_health]}</p>
        )}
        <CameraNotes camera={camera} />
      </div>
      <div className="grid gap-20">
        <Scenes camera={camera} locked={locked} />
        <AnalysisHealth camera_sn={camera.camera_sn} />
      </div>
      <section aria-label={d.measured}>
        <h3>{d.measured}</h3>
        <Facts className={styles.facts}>
          <Fact name={d.camera_sn}>
            <CopyText text={camera.camera_sn} />
          </Fact>
          {camera.serial && camera.serial !== camera.camera_sn && (
            <Fact name={words.notes.serial}>{camera.serial}</Fact>
          )}
          {camera.source_token && <Fact name={words.notes.source}>{camera.source_token}</Fact>}
          <Fact name={d.model}>{measured(camera.model)}</Fact>
          <Fact name={d.address}>{addressOf(camera) || words.card.no_address}</Fact>
          <Fact name={d.size}>{measured(camera.width > 0 && `${camera.width}×${camera.height}`)}</Fact>
          <Fact name={d.rate}>
            {measured(camera.frame_rate > 0 && d.fps(camera.frame_rate, camera.bit_rate))}
          </Fact>
          {camera.codec !== undefined && <Fact name={d.codec}>{measured(camera.codec)}</Fact>}
          <Fact name={d.type}>{codes.camera_type[wordOf(camera_type, camera.camera_type) ?? 'bullet']}</Fact>
          <Fact name={d.onvif}>{camera.onvif_supported ? d.yes : d.no}</Fact>
          <Fact name={d.ptz}>{camera.ptz_supported ? d.yes : d.no}</Fact>
          {camera.username !== '' && <Fact name={d.username}>{camera.username}</Fact>}
          <Fact name={d.state_time}>
            <RelativeTime time={camera.state_time_str} />
          </Fact>
          {camera.stream_url_main !== '' && (
            <Fact name={d.stream_url_main} wide>
              <CopyText text={camera.stream_url_main} />
            </Fact>
          )}
          {camera.stream_url_sub !== '' && (
            <Fact name={d.stream_url_sub} wide>
              <CopyText text={camera.stream_url_sub} />
            </Fact>
          )}
          {camera.frame_url !== '' && (
            <Fact name={d.frame_url} wide>
              <CopyText text={camera.frame_url} />
            </Fact>
          )}
        </Facts>
      </section>
      {!locked && (
        <div className={`flex wrap to-end gap-8 line-above ${styles.end}`}>
          <Button onClick={onEdit}>
            <EditIcon />
            {words.change.open}
          </Button>
          <CameraActions camera={camera} />
          <Button className={styles.danger} disabled={deletion.running} onClick={() => void remove()}>
            <TrashIcon />
            {d.delete_camera}
          </Button>
        </div>
      )}
    </div>
  )
}

function Scenes({ camera, locked }: { camera: Camera; locked: boolean }) {
  const words = useWords('camera')
  const codes = useWords('codes').scene_type
  const scenes = useCall('/api/camera/get_scenes', { camera_sn: camera.camera_sn })
  const deletion = useChange('/api/camera/delete_scene', { refresh: after_change })
  const d = words.detail
  async function remove(scene_id: string, name: string, lots: readonly { lot_no: string }[]) {
    const yes = await confirm({
      title: words.delete_scene.title(name),
      body: (
        <>
          <p className="paragraph">{words.delete_scene.body(lots.map((lot) => lot.lot_no).join('、'))}</p>
          <p className="paragraph">{words.delete_scene.stays(undo_days)}</p>
        </>
      ),
      confirm: words.delete_scene.confirm,
      danger: true,
    })
    if (yes && (await deletion.run({ scene_id }))) void sayWithUndo(words.delete_scene.done, 'delete_scene')
  }
  return (
    <section aria-label={d.scenes}>
      <div className={`row wrap spread gap-8 ${styles.row}`}>
        <h3>{d.scenes}</h3>
        {!locked && (
          <ButtonLink
            variant={camera.scene_num === 0 ? 'primary' : undefined}
            to={editorUrl(camera.camera_sn)}
          >
            <PlusIcon />
            {d.new_scene}
          </ButtonLink>
        )}
      </div>
      <Loaded query={scenes} rows={2} failed={d.scenes_failed}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="note above-8">{d.no_scenes}</p>
          ) : (
            <ul className="grid gap-8 above-8">
              {list.map((scene) => (
                <li key={scene.scene_id} className="pad-10-12 bordered round-6 on-subtle">
                  <div className={`row wrap text-13 ${styles.sceneHead}`}>
                    <strong className="text-14 anywhere">{words.scene.parking.is(scene.parking_no)}</strong>
                    <span>{codes[wordOf(scene_type, scene.scene_type) ?? 'parking']}</span>
                    <StatusTag tone={scene.enabled ? 'ok' : 'idle'}>
                      {scene.enabled ? d.enabled : d.disabled}
                    </StatusTag>
                    {scene.moved && (
                      <StatusTag tone="bad" title={words.moved.hint}>
                        {words.moved.tag}
                      </StatusTag>
                    )}
                    <span className={`flex gap-6 ${styles.actions}`}>
                      <ButtonLink
                        to={editorUrl(camera.camera_sn, scene.scene_id)}
                        aria-label={d.edit_of(scene.parking_no)}
                      >
                        {d.edit}
                      </ButtonLink>
                      {!locked && (
                        <Button
                          aria-label={d.delete_scene_of(scene.parking_no)}
                          title={d.delete_scene}
                          onClick={() => void remove(scene.scene_id, scene.parking_no, scene.lots)}
                        >
                          <TrashIcon />
                        </Button>
                      )}
                    </span>
                  </div>
                  <p className={`flex note wrap gap-4 ${styles.lots}`}>
                    {d.lots(scene.lot_num)}
                    {scene.lots.map((lot) => (
                      <code key={lot.lot_no} className="ink-2 figures bordered round-4 on-card">
                        {lot.lot_no}
                      </code>
                    ))}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
