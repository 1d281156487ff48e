/**
 * The dialog that adds cameras: found on the network, by ONVIF address, by stream address, or many from a
 * list. A failure names its step and keeps the input; success shows the camera's picture.
 */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#src/ui/button/button.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { EditIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { useInstallAddress, useInstallPart } from '#src/install/install-steps.ts'
import styles from './add.module.css'
import form_styles from '../connect/connect.module.css'
import { AddForm, type TriedCamera } from './add-forms.tsx'
import { FoundCameras, type Found } from './add-found.tsx'
import { AddManyForm } from './add-many.tsx'
import { editorUrl, type Camera } from '../camera/camera.ts'
import { CameraPicture } from '../camera/camera-picture.tsx'
import { useSnapshot } from '../camera/use-snapshot.ts'

export const methods = ['found', 'onvif', 'common', 'many'] as const
export type Method = (typeof methods)[number]

export function AddCamera({
  method,
  onMethod,
  onClose,
}: {
  method: Method
  onMethod: (method: Method) => void
  onClose: () => void
}) {
  const words = useWords('camera')
  const navigate = useNavigate()
  const inPath = useInstallAddress()
  const installing = useInstallPart() !== undefined
  const [added, setAdded] = useState<Camera>()
  // The installation goes on to its lots: the camera's picture has just been checked.
  const onAdded = (camera: Camera) =>
    installing ? void navigate(inPath(editorUrl(camera.camera_sn), 'lots')) : setAdded(camera)
  const [picked, setPicked] = useState<{ found: Found; seen: TriedCamera }>()
  if (added) {
    return (
      <Dialog
        title={words.added.title(added.camera_name)}
        width="large"
        onClose={onClose}
        footer={
          <AddedActions
            camera={added}
            onMore={() => {
              setAdded(undefined)
              setPicked(undefined)
            }}
            onClose={onClose}
          />
        }
      >
        <AddedPicture camera={added} />
      </Dialog>
    )
  }
  return (
    <Dialog title={words.form.title} onClose={onClose} width="large">
      <fieldset className={styles.ways}>
        <legend className="visually-hidden">{words.form.way}</legend>
        {methods.map((one) => (
          <label key={one} className="raised center relative ink-2 round-6">
            <input
              type="radio"
              className="covering"
              name="method"
              value={one}
              checked={method === one}
              onChange={() => onMethod(one)}
            />
            <span>{words.form[one]}</span>
          </label>
        ))}
      </fieldset>
      {method === 'found' && (
        <FoundCameras
          onTried={(found, seen) => {
            setPicked({ found, seen })
            onMethod('onvif')
          }}
          onMethod={onMethod}
          onClose={onClose}
        />
      )}
      {method === 'onvif' && (
        <AddForm
          key={picked?.found.endpoint ?? 'onvif'}
          kind="onvif"
          found={picked?.found}
          tried={picked?.seen}
          onAdded={onAdded}
        />
      )}
      {method === 'common' && <AddForm key="common" kind="common" onAdded={onAdded} />}
      {method === 'many' && <AddManyForm />}
    </Dialog>
  )
}

function AddedPicture({ camera }: { camera: Camera }) {
  const words = useWords('camera')
  const { src, taking } = useSnapshot(camera)
  return (
    <>
      <div className={`relative clip round-6 ${form_styles.frame}`}>
        <CameraPicture src={src} alt={words.picture.of(camera.camera_name)} busy={taking} />
      </div>
      <p className={`text-13 ink-2 figures ${styles.facts}`}>
        {[
          camera.model,
          camera.width > 0 && `${camera.width}×${camera.height}`,
          camera.frame_rate > 0 && words.detail.fps(camera.frame_rate, camera.bit_rate),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className={`note below-12 ${form_styles.hint}`}>{words.added.body}</p>
    </>
  )
}

function AddedActions({
  camera,
  onMore,
  onClose,
}: {
  camera: Camera
  onMore: () => void
  onClose: () => void
}) {
  const words = useWords('camera').added
  return (
    <>
      <Button onClick={onClose}>{words.later}</Button>
      <Button onClick={onMore}>{words.more}</Button>
      <ButtonLink variant="primary" to={editorUrl(camera.camera_sn)} autoFocus>
        <EditIcon />
        {words.draw}
      </ButtonLink>
    </>
  )
}
