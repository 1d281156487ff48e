/**
 * One action on the selected cameras (spec §5: delete, restart, batch update): asks first, then shows the
 * progress of each camera; failed cameras can be retried. Long because the steps share their state.
 */
import { useState, useId } from 'react'
import { undo_days } from '@parking/contract/changes/change-kinds.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { sayWithUndo } from '#src/acts/say-with-undo.ts'
import { batchCounts } from '#src/lib/batch-counts.ts'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { useCall } from '#src/core/queries.ts'
import { BatchRows } from './batch-rows.tsx'
import styles from './batch.module.css'
import { type Camera, addressOf } from '../camera/camera.ts'
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
  const counts = batchCounts(supported.map(({ camera_sn }) => batch.outcomes.get(camera_sn)))
  const must_type = kind === 'remove' && supported.length >= min_typed_count
  const why =
    must_type && typed.trim() !== String(supported.length) ? words.why_typed(supported.length) : undefined

  async function run(wanted: readonly Camera[]) {
    const ended = await batch.run(wanted)
    const all_done = ended.done === wanted.length
    const says = words.progress(wanted.length, ended)
    if (ended.failed > 0)
      toast.error(kind === 'sync' ? messages.batch_update_failed : text.toast_failed, says)
    else if (ended.unknown > 0) toast.warning(says)
    // The user may have stopped it.
    else if (ended.done === 0) toast.info(says)
    else if (kind === 'remove') void sayWithUndo(text.toast_done(ended.done), 'delete_camera', ended.done)
    else
      toast.success(kind === 'sync' && all_done ? messages.batch_update_success : text.toast_done(ended.done))
    if (!all_done || supported.length > 1 || kind === 'sync') return
    // The message says all that there is to say about one camera.
    if (kind === 'remove') onGone?.(wanted.map(({ camera_sn }) => camera_sn))
    onClose()
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
          <p className={`below-8 bold figures ${styles.progress}`} role="status" data-bad={failed.length > 0}>
            {words.progress(supported.length, counts)}
          </p>
          <progress
            className={`full block clip ${styles.track}`}
            max={supported.length}
            value={counts.done + failed.length}
            aria-label={text.act}
          />
          <BatchRows kind={kind} cameras={supported} outcomes={batch.outcomes} />
        </>
      )}
    </Dialog>
  )
}

type BatchQuestionProps = {
  kind: BatchKind
  supported: readonly Camera[]
  skipped: number
  typed: { value: string; onChange: (value: string) => void } | undefined
}

/** Asks before a batch: which cameras it affects and what else it deletes. */
function BatchQuestion({ kind, supported, skipped, typed }: BatchQuestionProps) {
  const words = useWords('camera')
  const text = words.batch
  const scenes = useCall('/api/camera/get_scenes', {}, { enabled: kind === 'remove' })
  const id = useId()
  const sum = (of: 'scene_num' | 'lot_num') => supported.reduce((all, camera) => all + camera[of], 0)
  const lotsOf = (camera_sn: string) =>
    (scenes.data?.list ?? [])
      .filter((scene) => scene.camera_sn === camera_sn)
      .flatMap((scene) => scene.lots.map((lot) => lot.lot_no))
  return (
    <div className="stack">
      <p>
        {kind === 'remove'
          ? text.removes(supported.length, sum('scene_num'), sum('lot_num'))
          : text.kinds[kind].body}
      </p>
      {skipped > 0 && <p className="pad-8-12 text-13 warn round-6 on-warn">{text.skipped(skipped)}</p>}
      <ul className={`bordered round-6 ${styles.rows}`}>
        {supported.map((camera) => (
          <li key={camera.camera_sn} className="grid wide-first baseline gap-2-12 pad-8-12 line-above">
            <span className="medium anywhere">{camera.camera_name}</span>
            <span className={`ink-3 figures ${styles.quiet}`}>
              {kind === 'remove'
                ? `${words.card.scenes(camera.scene_num)} · ${words.card.lots(camera.lot_num)}`
                : addressOf(camera)}
            </span>
            {kind === 'remove' && camera.lot_num > 0 && (
              <span className="whole-row text-13 ink-3 figures anywhere">
                {lotsOf(camera.camera_sn).join('、')}
              </span>
            )}
          </li>
        ))}
      </ul>
      {kind === 'remove' && <p>{words.delete_camera.stays(undo_days)}</p>}
      {typed && (
        <div className="field">
          <label htmlFor={id}>{text.type(supported.length)}</label>
          <input
            id={id}
            className="input"
            inputMode="numeric"
            autoComplete="off"
            value={typed.value}
            onChange={(event) => typed.onChange(event.currentTarget.value)}
          />
        </div>
      )}
    </div>
  )
}
