/**
 * Edits a camera: tests the input first, shows the picture, then saves. Data reported by the camera is
 * read-only.
 */
import { cameraPlaceIssues } from '@parking/contract/params/secret-place.ts'
import { useRef, useState } from 'react'
import type { BodyAt, CallError } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { useFormDirty } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import { useChange } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { CameraPicture } from '../camera/camera-picture.tsx'
import type { Camera } from '../camera/camera.ts'
import { ConnectFailure } from '../connect/connect-failure.tsx'
import {
  connect_kinds,
  ConnectFields,
  ConnectProgress,
  useConnectIssues,
  type ConnectKind,
  type Urls,
} from '../connect/connect-kind.tsx'
import styles from '../connect/connect.module.css'
import { DiscardDraft } from '../connect/discard-draft.tsx'
import { Reported } from '../connect/name-step.tsx'
import { ActionRow, SubmitRow } from '../connect/submit-row.tsx'
import { useTry, type Tried, type TryPath } from '../connect/use-try.ts'

const refresh = ['/api/camera/list_cameras', '/api/camera/camera_state'] as const
const isNameOnly = (changed: readonly string[]): boolean => changed.every((name) => name === 'camera_name')

export function EditCamera({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const words = useWords('camera').change
  return (
    <Dialog title={words.title(camera.camera_name)} onClose={onClose}>
      <EditForm kind={camera.onvif_supported ? 'onvif' : 'common'} camera={camera} onClose={onClose} />
    </Dialog>
  )
}

type UpdatePath = (typeof connect_kinds)[ConnectKind]['update']
type Seen = { readonly tried: Tried; readonly body: BodyAt<UpdatePath> }

function EditForm({ kind, camera, onClose }: { kind: ConnectKind; camera: Camera; onClose: () => void }) {
  const { form, change } = useWords('camera')
  const paths = connect_kinds[kind]
  const trying = useTry<TryPath>(paths.try)
  const discard = useRef<() => void>(undefined)
  const saving = useChange<UpdatePath>(paths.update, {
    quiet: true,
    refresh,
    done: () => {
      toast.success(change.saved)
      discard.current?.()
      onClose()
    },
  })
  const [seen, setSeen] = useState<Seen>()
  const [tried_urls, setTriedUrls] = useState<Urls>(camera)
  const error = saving.error ?? trying.error
  const issues = useConnectIssues(kind, error, tried_urls)
  const { camera_sn } = camera
  return (
    <>
      <div hidden={seen !== undefined}>
        <Form<typeof paths.form>
          schema={paths.form}
          values={camera}
          issues={issues}
          places={cameraPlaceIssues}
          draft={`camera-edit-${camera_sn}`}
          onSave={async (body, changed) => {
            if (isNameOnly(changed)) return saving.run({ camera_sn, ...body })
            const { camera_name: _, ...account } = body
            if ('frame_url' in account) setTriedUrls(account)
            const tried = await trying.run({ camera_sn, ...account })
            if (tried) setSeen({ tried, body: { camera_sn, ...body } })
            return undefined
          }}
        >
          <p className={`note below-12 ${styles.hint}`}>{change.hint}</p>
          <div className="grid gap-4">
            <Field name="camera_name" label={form.camera_name} hint={form.name_hint} />
            <ConnectFields kind={kind} />
          </div>
          <ReportedData camera={camera} />
          <ConnectProgress kind={kind} trying={trying} error={error} />
          <SaveRow onClose={onClose} />
          <DiscardDraft
            onReady={(undo) => {
              discard.current = undo
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
          onSave={async () => void ((await saving.run(seen.body)) ?? setSeen(undefined))}
        />
      )}
    </>
  )
}

function ReportedData({ camera }: { camera: Camera }) {
  const { change } = useWords('camera')
  return (
    <section className={`bordered round-6 on-subtle ${styles.current}`} aria-label={change.measured}>
      <p className={`note below-12 ${styles.hint}`}>{change.measured}</p>
      <Reported tried={{ ...camera, codec: camera.codec, clock_offset_ms: undefined }} />
    </section>
  )
}

/** A changed name alone needs no test and is saved at once. */
function SaveRow({ onClose }: { onClose: () => void }) {
  const { change } = useWords('camera')
  const forms = useWords('forms')
  const dirty = useFormDirty()
  return (
    <SubmitRow label={change.submit} why={dirty ? undefined : forms.nothing_to_save}>
      <Button onClick={onClose}>{change.cancel}</Button>
    </SubmitRow>
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
}) {
  const { change, wizard } = useWords('camera')
  return (
    <>
      <div className={`relative clip round-6 ${styles.frame}`}>
        <CameraPicture src={tried.picture} alt={wizard.picture} />
      </div>
      <p className={`note below-12 ${styles.hint}`}>{tried.picture === '' ? change.unseen : change.seen}</p>
      <Reported tried={tried} />
      <p className={`note below-12 ${styles.hint}`} role="status">
        {saving ? change.saving : ''}
      </p>
      <ConnectFailure error={saving ? undefined : error} />
      <ActionRow>
        <Button disabled={saving} onClick={onBack}>
          {change.back}
        </Button>
        <Button variant="primary" pending={saving} onClick={onSave}>
          {change.save}
        </Button>
      </ActionRow>
    </>
  )
}
