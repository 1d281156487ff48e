/** A camera in the list: picture, state, scenes and lots. */
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { CameraIcon, EditIcon } from '#src/ui/icons.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { addressOf, editorUrl, type Camera } from '../camera/camera.ts'
import { ChangedTag } from '../camera/camera-notes.tsx'
import { CameraPicture } from '../camera/camera-picture.tsx'
import { PictureTag, StateTag } from '../camera/state-tag.tsx'
import styles from './camera-card.module.css'
import { useSnapshot } from '../camera/use-snapshot.ts'

type Props = {
  camera: Camera
  /** The camera's scene, if it has exactly one. */
  scene_id: string | undefined
  /** The car parks of the camera's scenes. */
  parking_nos: readonly string[]
  /** True if the camera was moved after its lots were drawn. */
  camera_moved: boolean
  /** True if selected for a batch; without `onPick` the user may not select. */
  chosen: boolean
  onPick: ((chosen: boolean, range: boolean) => void) | undefined
  onOpen: () => void
}

export function CameraCard({ camera, scene_id, parking_nos, camera_moved, chosen, onPick, onOpen }: Props) {
  const words = useWords('camera')
  const snapshot = useSnapshot(camera, 'slow')
  return (
    <li className={`flex card column relative clip ${styles.card}`} data-chosen={chosen}>
      <div className={styles.frame}>
        <CameraPicture
          src={snapshot.src}
          alt={words.picture.of(camera.camera_name)}
          busy={snapshot.taking}
          faded={camera.state !== 1}
        />
        {onPick && (
          <label className={`center round-6 ${styles.pick}`} title={words.batch.range_hint}>
            <input
              type="checkbox"
              className="flush pointer size-18"
              aria-label={words.batch.select_of(camera.camera_name)}
              checked={chosen}
              onChange={(event) =>
                onPick(
                  event.currentTarget.checked,
                  event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
                )
              }
            />
          </label>
        )}
        <button
          type="button"
          className={`center round-6 ${styles.take}`}
          aria-label={words.picture.take_of(camera.camera_name)}
          title={words.picture.take}
          disabled={snapshot.taking}
          onClick={() => void snapshot.take()}
        >
          <CameraIcon />
        </button>
      </div>
      <div className={`flex column grow gap-6 ${styles.text}`}>
        <div className="row spread gap-8">
          <h2 className="grid slim text-15 bold">
            <button
              type="button"
              className={`plain stretched ring-2 ellipsis ${styles.open}`}
              title={camera.camera_name}
              onClick={onOpen}
            >
              {camera.camera_name}
            </button>
          </h2>
          <span className={`flex wrap to-end rigid gap-4 ${styles.tags}`}>
            {camera_moved && (
              <StatusTag tone="bad" title={words.moved.hint}>
                {words.moved.tag}
              </StatusTag>
            )}
            <ChangedTag camera={camera} />
            <PictureTag camera={camera} />
            <StateTag camera={camera} />
          </span>
        </div>
        <div className={`note figures ${styles.facts}`}>
          <p className="flex ellipsis gap-6">{camera.model || words.card.no_model}</p>
          <p className="flex ellipsis gap-6">
            <span>{addressOf(camera) || words.card.no_address}</span>
            <span>{camera.width > 0 ? `${camera.width}×${camera.height}` : words.card.not_measured}</span>
          </p>
        </div>
        {camera.state_reason !== '' && (
          <p className="text-13 bad leading-14">{words.reasons[camera.state_reason]}</p>
        )}
        <div className={`row spread gap-8 ${styles.foot}`}>
          <span className={`flex wrap slim gap-6 ${styles.counts}`}>
            <span>{words.card.scenes(camera.scene_num)}</span>
            <span>{words.card.lots(camera.lot_num)}</span>
            {parking_nos.length > 0 && (
              <span className={styles.parking} title={parking_nos.join('\n')}>
                {words.scene.parking.is(parking_nos.join(' / '))}
              </span>
            )}
          </span>
          {(camera.scene_num === 0 || scene_id !== undefined) && (
            <ButtonLink
              className={styles.draw}
              to={editorUrl(camera.camera_sn, scene_id)}
              aria-label={words.card.draw_of(camera.camera_name)}
            >
              <EditIcon />
              {words.card.draw}
            </ButtonLink>
          )}
        </div>
      </div>
    </li>
  )
}
