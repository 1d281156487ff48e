/** Changing a camera: what is typed is tried first and its picture looked at, then it is saved. What the camera tells of itself is shown and not typed. */
import { common_form, onvif_form } from '@parking/contract/camera/camera.ts'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { CallError } from '#src/api.ts'
import { Field } from '#src/forms/field.tsx'
import { useFormDirty } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import { useChange } from '#src/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/words.ts'
import styles from '../connect/connect.module.css'
import type { Camera } from '../camera/camera.ts'
import { CameraPicture } from '../camera/camera-picture.tsx'
import { Failure } from '../connect/connect-failure.tsx'
import { Forget } from '../connect/discard-draft.tsx'
import { commonFields, complaintsOf, onvif_fields } from '../connect/issues-of-step.ts'
import { Measured } from '../connect/name-step.tsx'
import { Submit } from '../connect/submit-row.tsx'
import { TrySteps } from '../connect/try-steps.tsx'
import { common_steps, useTry, type Tried } from '../connect/use-try.ts'

const refresh = ['/api/camera/list_cameras', '/api/camera/camera_state'] as const
type Seen<Body> = { readonly tried: Tried; readonly body: Body }
const isNameAlone = (changed: readonly string[]): boolean => changed.every((name) => name === 'camera_name')

export function EditCamera({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const words = useWords('camera').change
  return (
    <Dialog title={words.title(camera.camera_name)} onClose={onClose}>
      {camera.onvif_supported ? (
        <OnvifEdit camera={camera} onClose={onClose} />
      ) : (
        <CommonEdit camera={camera} onClose={onClose} />
      )}
    </Dialog>
  )
}

type Props = { camera: Camera; onClose: () => void }

function OnvifEdit({ camera, onClose }: Props) {
  const { form, change } = useWords('camera')
  const trying = useTry('/api/camera/try_onvif_camera')
  const forget = useRef<() => void>(undefined)
  const saving = useSaving('/api/camera/update_onvif_camera', () => {
    forget.current?.()
    onClose()
  })
  const [seen, setSeen] = useState<Seen<z.output<typeof onvif_form>>>()
  const error = saving.error ?? trying.error
  const issues = useMemo(() => complaintsOf(error, onvif_fields), [error])
  const { camera_sn } = camera
  return (
    <>
      <div hidden={seen !== undefined}>
        <Form
          schema={onvif_form}
          values={camera}
          issues={issues}
          draft={`camera-edit-${camera_sn}`}
          onSave={async (body, changed) => {
            if (isNameAlone(changed)) return saving.run({ camera_sn, ...body })
            const { camera_name: _, ...account } = body
            const tried = await trying.run({ camera_sn, ...account })
            if (tried) setSeen({ tried, body })
            return undefined
          }}
        >
          <p className={styles.hint}>{change.hint}</p>
          <div className={styles.fields}>
            <Field name="camera_name" label={form.camera_name} hint={form.name_hint} />
            <div className={styles.pair}>
              <Field name="ipv4" label={form.ipv4} />
              <Field name="onvif_port" label={form.onvif_port} />
            </div>
            <Field name="username" label={form.username} />
            <Field name="password" label={form.password} />
          </div>
          <AsMeasured camera={camera} />
          <TrySteps running={trying.running} passed={trying.passed} />
          <Failure error={trying.running ? undefined : error} />
          <Ending onClose={onClose} />
          <Forget
            onReady={(undo) => {
              forget.current = undo
            }}
          />
        </Form>
      </div>
      {seen && (
        <Review
          tried={seen.tried}
          saving={saving.running}
          error={saving.error}
          onBack={() => setSeen(undefined)}
          onSave={async () => void ((await saving.run({ camera_sn, ...seen.body })) ?? setSeen(undefined))}
        />
      )}
    </>
  )
}

function CommonEdit({ camera, onClose }: Props) {
  const { form, change } = useWords('camera')
  const trying = useTry('/api/camera/try_common_camera')
  const forget = useRef<() => void>(undefined)
  const saving = useSaving('/api/camera/update_common_camera', () => {
    forget.current?.()
    onClose()
  })
  const [seen, setSeen] = useState<Seen<z.output<typeof common_form>>>()
  const [tried_for, setTriedFor] = useState(camera as { frame_url: string; stream_url_main: string })
  const error = saving.error ?? trying.error
  const issues = useMemo(() => complaintsOf(error, commonFields(tried_for)), [error, tried_for])
  const { camera_sn } = camera
  return (
    <>
      <div hidden={seen !== undefined}>
        <Form
          schema={common_form}
          values={camera}
          issues={issues}
          draft={`camera-edit-${camera_sn}`}
          onSave={async (body, changed) => {
            if (isNameAlone(changed)) return saving.run({ camera_sn, ...body })
            const { camera_name: _, ...source } = body
            setTriedFor(source)
            const tried = await trying.run({ camera_sn, ...source })
            if (tried) setSeen({ tried, body })
            return undefined
          }}
        >
          <p className={styles.hint}>{change.hint}</p>
          <div className={styles.fields}>
            <Field name="camera_name" label={form.camera_name} hint={form.name_hint} />
            <Field name="frame_url" label={form.frame_url} hint={form.frame_hint} />
            <Field name="stream_url_main" label={form.stream_url_main} hint={form.url_hint} />
            <Field name="stream_url_sub" label={form.stream_url_sub} />
            <Field name="username" label={form.username} />
            <Field name="password" label={form.password} />
          </div>
          <AsMeasured camera={camera} />
          <p className={styles.hint} role="status">
            {trying.running ? form.connecting : ''}
          </p>
          <Failure error={trying.running ? undefined : error} steps={common_steps} />
          <Ending onClose={onClose} />
          <Forget
            onReady={(undo) => {
              forget.current = undo
            }}
          />
        </Form>
      </div>
      {seen && (
        <Review
          tried={seen.tried}
          saving={saving.running}
          error={saving.error}
          onBack={() => setSeen(undefined)}
          onSave={async () => void ((await saving.run({ camera_sn, ...seen.body })) ?? setSeen(undefined))}
        />
      )}
    </>
  )
}

function useSaving<P extends '/api/camera/update_onvif_camera' | '/api/camera/update_common_camera'>(
  path: P,
  done: () => void,
) {
  const words = useWords('camera').change
  return useChange(path, {
    quiet: true,
    refresh,
    done: () => {
      toast.success(words.saved)
      done()
    },
  })
}

function AsMeasured({ camera }: { camera: Camera }) {
  const { change } = useWords('camera')
  return (
    <section className={styles.current} aria-label={change.measured}>
      <p className={styles.hint}>{change.measured}</p>
      <Measured tried={{ ...camera, codec: camera.codec, clock_offset_ms: undefined }} />
    </section>
  )
}

/** Says what pressing it does: a new name alone is saved at once. */
function Ending({ onClose }: { onClose: () => void }) {
  const { change } = useWords('camera')
  const forms = useWords('forms')
  const dirty = useFormDirty()
  return (
    <Submit label={change.submit} why={dirty ? undefined : forms.nothing_to_save}>
      <Button onClick={onClose}>{change.cancel}</Button>
    </Submit>
  )
}

function Review({
  tried,
  saving,
  error,
  onBack,
  onSave,
}: {
  tried: Tried
  saving: boolean
  error: CallError | undefined
  onBack: () => void
  onSave: () => void
}): ReactNode {
  const { change, wizard } = useWords('camera')
  return (
    <>
      <div className={styles.frame}>
        <CameraPicture src={tried.picture} alt={wizard.picture} />
      </div>
      <p className={styles.hint}>{tried.picture === '' ? change.unseen : change.seen}</p>
      <Measured tried={tried} />
      <p className={styles.hint} role="status">
        {saving ? change.saving : ''}
      </p>
      <Failure error={saving ? undefined : error} />
      <div className={styles.actions}>
        <Button disabled={saving} onClick={onBack}>
          {change.back}
        </Button>
        <Button variant="primary" pending={saving} onClick={onSave}>
          {change.save}
        </Button>
      </div>
    </>
  )
}
