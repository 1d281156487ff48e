/**
 * The reference pictures of a scene: whether the camera moved, the shifted lots to accept, and earlier
 * references. Long because check, proposal and history are one dialog.
 */
import { code } from '@parking/contract/core/codes.ts'
import type { AnswerAt, CallError } from '#src/core/api.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { inSize } from '#src/lib/picture-size.ts'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { useCall, useChange } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { CameraIcon, RefreshIcon } from '#src/ui/icons.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { ComparePictures, type Side } from './compare-pictures.tsx'
import { CameraMovedLots } from './camera-moved-lots.tsx'
import styles from './references.module.css'

export type SceneCheck = AnswerAt<'/api/camera/check_scene'>
export type References = AnswerAt<'/api/camera/list_references'>
type Scene = AnswerAt<'/api/camera/get_scenes'>['list'][number]

type Props = {
  scene: Scene
  locked: boolean
  /** True if there are unsaved changes; then nothing here may change the scene. */
  dirty: boolean
  onClose: () => void
  /** Called after the scene on the device changed. */
  onChanged: () => void
}

const outdated_calls = [
  '/api/camera/list_references',
  '/api/camera/get_scenes',
  '/api/camera/list_cameras',
] as const

export function ReferencesDialog({ scene, locked, dirty, onClose, onChanged }: Props) {
  const words = useWords('camera_reference')
  const { scene_id } = scene
  const read = useCall('/api/camera/list_references', { scene_id })
  const checking = useChange('/api/camera/check_scene', { refresh: outdated_calls })
  const taking = useChange('/api/camera/take_reference', { refresh: outdated_calls })
  async function take() {
    if (!(await taking.run({ scene_id }))) return
    toast.success(words.taken)
    onChanged()
  }
  const blocked = dirty ? words.save_first : undefined
  return (
    <Dialog title={words.title} width="full" onClose={onClose}>
      {!read.data && !read.isError && <SkeletonRows rows={6} />}
      {!read.data &&
        read.isError &&
        (lacksCall(read.error) ? (
          <p className="paragraph">{words.unsupported}</p>
        ) : (
          <LoadFailed query={read} title={words.failed} />
        ))}
      {read.data && (
        <div className={`grid ${styles.whole}`}>
          <section className={`flex wrap spread bordered on-subtle ${styles.check}`} aria-label={words.check}>
            <CheckLine check={read.data.check} />
            {!locked && (
              <div className="row wrap gap-8">
                <Button
                  data-autofocus
                  variant={read.data.check.proposal ? undefined : 'primary'}
                  disabled={checking.running}
                  onClick={() => void checking.run({ scene_id })}
                >
                  <RefreshIcon />
                  {checking.running ? words.checking : words.check}
                </Button>
                <Button
                  disabled={taking.running || blocked !== undefined}
                  title={blocked ?? words.take_hint}
                  onClick={() => void take()}
                >
                  <CameraIcon />
                  {taking.running ? words.taking : words.take}
                </Button>
              </div>
            )}
          </section>
          {read.data.check.proposal && (
            <CameraMovedLots
              key={read.data.check.proposal.check_id}
              scene={scene}
              proposal={read.data.check.proposal}
              locked={locked}
              blocked={blocked}
              onAccepted={onChanged}
            />
          )}
          <History read={read.data} />
        </div>
      )}
    </Dialog>
  )
}

/** A device of an older version lacks the call. */
const lacksCall = (error: CallError): boolean => error.kind === 'http' || error.code === code.not_found

/** Below this confidence the match may be with another stall in a row of identical stalls. */
const min_confidence = 0.85

const tones: Readonly<Record<SceneCheck['result'], Tone>> = {
  unchecked: 'idle',
  same: 'ok',
  moved: 'bad',
  unclear: 'warn',
}

function CheckLine({ check }: { check: SceneCheck }) {
  const words = useWords('camera_reference')
  const said = check.result === 'same' || check.result === 'moved'
  return (
    <div className={`grid slim gap-4 ${styles.said}`} role="status">
      <p className="row wrap gap-4-12 figures">
        <StatusTag tone={tones[check.result]}>{words.results[check.result]}</StatusTag>
        {said && <span>{words.px(check.px < 10 ? check.px.toFixed(1) : String(Math.round(check.px)))}</span>}
        {said && (
          <span className={`note flush ${styles.quiet}`}>
            {words.sure(Math.round(check.confidence * 100))}
          </span>
        )}
        {check.time_str !== '' && (
          <span className={`note flush ${styles.quiet}`}>
            {words.checked} <RelativeTime time={check.time_str} />
          </span>
        )}
        {check.moved_time_str !== '' && (
          <span className={`note flush ${styles.quiet}`}>
            {words.since} <RelativeTime time={check.moved_time_str} />
          </span>
        )}
      </p>
      {check.result === 'moved' && check.confidence < min_confidence && (
        <p className="text-14 ink">{words.doubtful}</p>
      )}
      {check.reason !== '' && <p className="text-14 ink">{words.reasons[check.reason]}</p>}
      <p className={`note flush ${styles.quiet}`}>{words.auto}</p>
    </div>
  )
}

function History({ read: { list, check } }: { read: References }) {
  const words = useWords('camera_reference')
  const sides: Side[] = [
    ...(check.proposal
      ? [
          {
            key: 'now',
            name: words.compare.now,
            src: check.proposal.picture,
            width: check.proposal.width,
            height: check.proposal.height,
          },
        ]
      : []),
    ...list.map(({ reference_id, time_str, why, picture, width, height, current }) => ({
      key: String(reference_id),
      name: `${time_str} ${words.why[why]}${current ? `（${words.current}）` : ''}`,
      src: picture,
      width,
      height,
    })),
  ]
  return (
    <>
      {sides.length > 1 && (
        <section aria-label={words.compare.title}>
          <h3>{words.compare.title}</h3>
          <ComparePictures sides={sides} />
        </section>
      )}
      <section aria-label={words.history}>
        <h3>{words.history}</h3>
        {list.length === 0 ? (
          <p className={`note flush ${styles.quiet}`}>{words.none}</p>
        ) : (
          <ul className={`stack ${styles.history}`}>
            {list.map(({ reference_id, time_str, why, picture, width, height, bytes, current }) => (
              <li key={reference_id} data-current={current}>
                <img
                  src={inSize(picture, 320)}
                  alt={`${words.open} ${time_str}`}
                  loading="lazy"
                  style={{ aspectRatio: width / height }}
                />
                <p className="row wrap gap-6 figures">
                  <strong className="bold">{time_str}</strong>
                  {current && <StatusTag tone="info">{words.current}</StatusTag>}
                </p>
                <p className={`row wrap gap-6 figures note flush ${styles.quiet}`}>
                  {words.why[why]}，{width}×{height}，{bytesText(bytes).replace(' ', '\u00a0')}
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
