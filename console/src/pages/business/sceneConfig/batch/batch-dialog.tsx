/**
 * One action on the selected cameras (spec §5: delete, restart, batch update): asks first, then shows the
 * progress of each camera; failed cameras can be retried.
 */
import { useState } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { sayWithUndo } from '#src/acts/say-with-undo.ts'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { BatchQuestion } from './batch-question.tsx'
import { BatchRows } from './batch-rows.tsx'
import styles from './batch.module.css'
import type { Camera } from '../camera/camera.ts'
import { useBatch, type BatchKind } from './use-batch.ts'

/** Minimum number of cameras to delete for which the user must type the number. */
const min_typed_count = 6

type Props = {
  kind: BatchKind
  cameras: readonly Camera[]
  onGone?: (camera_sns: readonly string[]) => void
  onClose: () => void
}

export function BatchDialog({ kind, cameras, onGone, onClose }: Props) {
  const words = useWords('camera').batch
  const { messages } = useWords('errors')
  const text = words.kinds[kind]
  const batch = useBatch(kind)
  const [typed, setTyped] = useState('')
  // A camera added by its stream address has no ONVIF, but can be deleted.
  const supported = cameras.filter((camera) => kind === 'remove' || camera.onvif_supported)
  const failed = supported.filter((camera) => batch.outcomes.get(camera.camera_sn)?.state === 'failed')
  const ended = supported.filter((camera) =>
    ['done', 'failed'].includes(batch.outcomes.get(camera.camera_sn)?.state ?? ''),
  )
  const must_type = kind === 'remove' && supported.length >= min_typed_count
  const why =
    must_type && typed.trim() !== String(supported.length) ? words.why_typed(supported.length) : undefined

  async function run(wanted: readonly Camera[]) {
    const failures = await batch.run(wanted)
    if (failures > 0)
      toast.error(
        kind === 'sync' ? messages.batch_update_failed : text.toast_failed,
        words.of(failures, wanted.length),
      )
    else if (kind === 'remove')
      void sayWithUndo(text.toast_done(wanted.length), 'delete_camera', wanted.length)
    else toast.success(kind === 'sync' ? messages.batch_update_success : text.toast_done(wanted.length))
  }

  async function close() {
    if (batch.phase === 'running') {
      const yes = await confirm({
        title: words.stop.title,
        body: words.stop.body,
        confirm: words.stop.confirm,
        cancel: words.stop.cancel,
      })
      if (!yes) return
      batch.stop()
    }
    if (kind === 'remove')
      onGone?.([...batch.outcomes].flatMap(([camera_sn, { state }]) => (state === 'done' ? [camera_sn] : [])))
    onClose()
  }

  return (
    <Dialog
      key={batch.phase === 'asking' ? 'asking' : 'doing'}
      title={
        batch.phase !== 'asking'
          ? text.act
          : supported.length === 1 && supported[0]
            ? text.title_one(supported[0].camera_name)
            : text.title(supported.length)
      }
      width="medium"
      role={batch.phase === 'asking' ? 'alertdialog' : 'dialog'}
      onClose={() => void close()}
      footer={
        batch.phase === 'asking' ? (
          <>
            <Button data-autofocus={must_type ? undefined : true} onClick={onClose}>
              {words.cancel}
            </Button>
            <WhyButton
              why={supported.length === 0 ? words.why_no_onvif : why}
              variant={kind === 'remove' ? 'danger' : 'primary'}
              onPress={() => void run(supported)}
            >
              {text.go(supported.length)}
            </WhyButton>
          </>
        ) : (
          <>
            {failed.length > 0 && (
              <WhyButton why={undefined} busy={batch.phase === 'running'} onPress={() => void run(failed)}>
                {words.retry(failed.length)}
              </WhyButton>
            )}
            <Button
              variant={batch.phase === 'over' ? 'primary' : undefined}
              data-autofocus
              onClick={() => void close()}
            >
              {words.close}
            </Button>
          </>
        )
      }
    >
      {batch.phase === 'asking' ? (
        <BatchQuestion
          kind={kind}
          supported={supported}
          skipped={cameras.length - supported.length}
          typed={must_type ? { value: typed, onChange: setTyped } : undefined}
        />
      ) : (
        <>
          <p className={styles.progress} role="status" data-bad={failed.length > 0}>
            {words.progress(ended.length, supported.length, failed.length)}
          </p>
          <progress
            className={styles.track}
            max={supported.length}
            value={ended.length}
            aria-label={text.act}
          />
          <BatchRows kind={kind} cameras={supported} outcomes={batch.outcomes} />
        </>
      )}
    </Dialog>
  )
}
