/**
 * Copies lots to another scene or camera, with a preview on its picture: moved, scaled and rotated as a
 * whole, with free lot numbers. Long because target, placement and numbering change one preview.
 */
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useNavigate } from 'react-router'
import { business_mode, scene_type } from '@parking/contract/core/codes.ts'
import { useCall } from '#src/core/queries.ts'
import { max_lots } from '#src/scene-editor/model/lot-rules.ts'
import type { Clip } from '#src/scene-editor/model/clip.ts'
import {
  original_placement,
  freeNumbers,
  isInside,
  applyPlacement,
  placement_limits,
  type Placement,
} from '#src/scene-editor/model/duplicate.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { DuplicateDone } from './duplicate-done.tsx'
import { LotOverlay, type Shape } from '#src/scene-editor/lot-overlay/lot-overlay.tsx'
import styles from './duplicate.module.css'
import {
  addToDraft,
  lotsFrom,
  sizeOf,
  useDuplicate,
  type Camera,
  type Scene,
  type Target,
} from './use-duplicate.ts'

type Props = {
  /** The scene being edited; undefined while it is new. */
  scene_id: string | undefined
  chosen: Clip | undefined
  all: Clip
  onClose: () => void
  /** Called after the device's lots changed. */
  onSaved: () => void
}

export function DuplicateDialog(props: Props) {
  const words = useWords('camera_reference').copy
  const cameras = useCall('/api/camera/list_cameras', { page: 1, page_size: 500 })
  const scenes = useCall('/api/camera/get_scenes', {})
  const numbers = useCall('/api/camera/get_all_lots_no', {})
  const mode = useCall('/api/parking/get_business_mode', {})
  const queries = [cameras, scenes, numbers]
  const broken = queries.find((query) => query.isError && !query.data)
  const ready = cameras.data && scenes.data && numbers.data
  return (
    <Dialog title={words.title} width="full" onClose={props.onClose}>
      {broken && (
        <ErrorState
          title={words.failed}
          retry={() => queries.forEach((query) => void query.refetch())}
          retrying={queries.some((query) => query.isFetching)}
        >
          {broken.error?.message}
        </ErrorState>
      )}
      {!broken && !ready && <SkeletonRows rows={6} />}
      {ready && (
        <DuplicateForm
          {...props}
          cameras={cameras.data.list}
          scenes={scenes.data.list}
          taken={numbers.data.list.map((lot) => lot.lot_no)}
          motorcycles={mode.data?.business_mode === business_mode.high_position_motorcycle}
        />
      )}
    </Dialog>
  )
}

type DuplicateFormProps = Props & {
  cameras: readonly Camera[]
  scenes: readonly Scene[]
  taken: readonly string[]
  motorcycles: boolean
}

function DuplicateForm({
  scene_id,
  chosen,
  all,
  cameras,
  scenes,
  taken,
  motorcycles,
  onClose,
  onSaved,
}: DuplicateFormProps) {
  const words = useWords('camera_reference').copy
  const navigate = useNavigate()
  const [which, setWhich] = useState<'chosen' | 'all'>(chosen ? 'chosen' : 'all')
  const [picked, setPicked] = useState('')
  const [placement, setPlacement] = useState<Placement>(original_placement)
  const [prefix, setPrefix] = useState('')
  const [parking_no, setParkingNo] = useState(
    scenes.find((one) => one.scene_id === scene_id)?.parking_no ?? '',
  )
  const duplicate = useDuplicate()
  const clip = which === 'chosen' && chosen ? chosen : all
  const targets = useMemo(
    () =>
      cameras.flatMap((camera): { key: string; camera: Camera; scene: Scene | undefined }[] => [
        ...scenes
          .filter((one) => one.camera_sn === camera.camera_sn && one.scene_id !== scene_id)
          .map((scene) => ({ key: scene.scene_id, camera, scene })),
        { key: `new ${camera.camera_sn}`, camera, scene: undefined },
      ]),
    [cameras, scenes, scene_id],
  )
  const found = targets.find((one) => one.key === picked)
  const target: Target | undefined = found && {
    ...found,
    parking_no: found.scene?.parking_no ?? parking_no,
    scene_type: motorcycles ? scene_type.motorcycle : scene_type.parking,
  }
  const size = found ? sizeOf(found) : { width: 16, height: 9 }
  const points = applyPlacement(clip, placement, size)
  const originals = clip.lots.map(({ attributes }) => attributes.lot_no)
  const numbers = freeNumbers(originals, new Set(taken), prefix.trim())
  const existing_lots = found?.scene?.lots ?? []
  const why = !target
    ? words.pick
    : !isInside(points)
      ? words.outside
      : existing_lots.length + clip.lots.length > max_lots
        ? words.too_many(max_lots)
        : numbers.some((number) => [...number].length > 32)
          ? words.too_long
          : target.parking_no.trim() === ''
            ? words.parking_no
            : undefined

  if (duplicate.done)
    return (
      <DuplicateDone
        done={duplicate.done}
        running={duplicate.running}
        onUndo={() => void duplicate.undo().then(onSaved)}
        onClose={onClose}
      />
    )

  async function save() {
    if (target && why === undefined && (await duplicate.save(target, lotsFrom(clip, points, numbers))))
      onSaved()
  }
  function open() {
    if (!target || why !== undefined) return
    const { camera, scene } = target
    addToDraft(target, clip, points, numbers)
    void navigate(
      `?${new URLSearchParams({ camera_sn: camera.camera_sn, ...(scene && { scene_id: scene.scene_id }) })}`,
    )
    toast.info(words.drafted)
  }

  const shapes: Shape[] = [
    ...existing_lots.map(({ lot_no, polygon }): Shape => ({
      key: `there ${lot_no}`,
      polygon,
      tone: 'context',
      label: lot_no,
    })),
    ...clip.lots.map(({ corners }, i): Shape => ({
      key: `new ${i}`,
      polygon: corners.map((corner) => points[corner]!),
      tone: 'new',
      label: numbers[i],
    })),
  ]
  const range = (
    key: 'scale' | 'turn',
    label: string,
    text: string,
    of: { min: number; max: number; step: number },
  ) => (
    <label className={`grid gap-2 medium ${styles.range}`}>
      <span>
        {label} <output>{text}</output>
      </span>
      <input
        type="range"
        {...of}
        value={placement[key]}
        aria-label={label}
        aria-valuetext={text}
        onChange={(event) => setPlacement({ ...placement, [key]: Number(event.currentTarget.value) })}
      />
    </label>
  )
  return (
    <div className={`grid start gap-20 ${styles.work}`}>
      <div className="slim">
        <Preview
          shapes={shapes}
          ratio={size.width / size.height}
          src={found?.scene?.ref_snapshot || found?.camera.snapshot || ''}
          name={found ? words.picture(found.camera.camera_name) : words.pick}
          placement={placement}
          onPlace={setPlacement}
        />
        <p className="note above-8">
          {found && !(found.scene?.ref_snapshot || found.camera.snapshot) ? words.no_picture : words.hint}
        </p>
      </div>
      <div className={`grid slim ${styles.side}`}>
        <label className={`grid slim gap-4 medium ${styles.field}`}>
          {words.target}
          <select
            className="input"
            data-autofocus
            value={picked}
            onChange={(event) => setPicked(event.currentTarget.value)}
          >
            <option value="" disabled>
              {words.pick}
            </option>
            {targets.map(({ key, camera, scene }) => (
              <option key={key} value={key}>
                {scene
                  ? words.scene(camera.camera_name, scene.parking_no, scene.lot_num)
                  : words.new_scene(camera.camera_name)}
              </option>
            ))}
          </select>
        </label>
        {chosen && chosen.lots.length < all.lots.length && (
          <label className={`grid slim gap-4 medium ${styles.field}`}>
            {words.which}
            <select
              className="input"
              value={which}
              onChange={(event) => setWhich(event.currentTarget.value === 'all' ? 'all' : 'chosen')}
            >
              <option value="chosen">{words.chosen(chosen.lots.length)}</option>
              <option value="all">{words.all(all.lots.length)}</option>
            </select>
          </label>
        )}
        {found && !found.scene && (
          <label className={`grid slim gap-4 medium ${styles.field}`}>
            {words.parking_no}
            <input
              className="input"
              value={parking_no}
              maxLength={64}
              spellCheck={false}
              onChange={(event) => setParkingNo(event.currentTarget.value)}
            />
          </label>
        )}
        {range('scale', words.size, words.percent(Math.round(placement.scale * 100)), {
          ...placement_limits.scale,
          step: 0.01,
        })}
        {range('turn', words.turn, words.degrees(placement.turn), { ...placement_limits.turn, step: 1 })}
        <div className={`flex wrap gap-8 ${styles.row}`}>
          <Button
            aria-pressed={placement.mirrored}
            onClick={() => setPlacement({ ...placement, mirrored: !placement.mirrored })}
          >
            {words.mirror}
          </Button>
          <Button onClick={() => setPlacement(original_placement)}>{words.reset}</Button>
        </div>
        <label className={`grid slim gap-4 medium ${styles.field}`}>
          {words.prefix}
          <input
            className="input"
            value={prefix}
            maxLength={24}
            spellCheck={false}
            onChange={(event) => setPrefix(event.currentTarget.value)}
          />
          <small>{words.prefix_hint}</small>
        </label>
        <div className={`grid slim gap-4 medium ${styles.field}`}>
          {words.numbers}
          <ul className={`flex wrap gap-4 ${styles.numbers}`}>
            {numbers.map((number, i) => (
              <li key={i} className="text-13 figures bordered round-4 on-subtle">
                {originals[i] === number ? number : words.becomes(originals[i] ?? '', number)}
              </li>
            ))}
          </ul>
        </div>
        <p className={`text-13 warn ${styles.why}`} role="status">
          {why}
        </p>
        <div className={`flex wrap gap-8 ${styles.row}`}>
          <Button aria-disabled={why !== undefined} onClick={open}>
            {words.draft}
          </Button>
          <Button
            variant="primary"
            aria-disabled={why !== undefined || duplicate.running}
            onClick={() => void save()}
          >
            {duplicate.running ? words.saving : words.save(clip.lots.length)}
          </Button>
        </div>
      </div>
    </div>
  )
}

type PreviewProps = {
  shapes: readonly Shape[]
  ratio: number
  src: string
  name: string
  placement: Placement
  onPlace: (placement: Placement) => void
}

/**
 * Placed by dragging with any pointer or with the arrow keys, because the kerb is never at the same place in
 * two pictures.
 */
function Preview({ shapes, ratio, src, name, placement, onPlace }: PreviewProps) {
  const words = useWords('camera_reference').copy
  const drag = useRef<{ x: number; y: number; from: Placement }>(undefined)
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    drag.current = { x: event.clientX, y: event.clientY, from: placement }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!drag.current) return
    const box = event.currentTarget.getBoundingClientRect()
    const { x, y, from } = drag.current
    onPlace({
      ...from,
      x: from.x + (event.clientX - x) / box.width,
      y: from.y + (event.clientY - y) / box.height,
    })
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const by = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const)[
      event.key
    ]
    if (!by) return
    event.preventDefault()
    const step = event.shiftKey ? 0.02 : 0.002
    onPlace({ ...placement, x: placement.x + by[0] * step, y: placement.y + by[1] * step })
  }
  return (
    <LotOverlay
      shapes={shapes}
      ratio={ratio}
      grab
      over={
        <div
          className={`cover ${styles.hold}`}
          role="application"
          aria-label={words.place}
          tabIndex={0}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => (drag.current = undefined)}
          onPointerCancel={() => (drag.current = undefined)}
          onKeyDown={onKeyDown}
        />
      }
    >
      {src !== '' && <img src={src} alt={name} draggable={false} />}
    </LotOverlay>
  )
}
