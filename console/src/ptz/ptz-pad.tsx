/**
 * The pad that pans, tilts and zooms a camera while a button is held. Hidden if the camera or the device has
 * no PTZ. Long because pad, keys and zoom share one movement.
 */
import { useRef, useState, type KeyboardEvent } from 'react'
import { useCall, readAgain } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { StrokeIcon, type Icon } from '#src/ui/stroke-icon.tsx'
import { PlusIcon, RefreshIcon, WarnIcon } from '#src/ui/icons.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { PtzPresets } from './ptz-presets.tsx'
import styles from './ptz.module.css'
import { speeds, usePtz, type Speed, type Turn } from './use-ptz.ts'

type PtzCamera = { camera_sn: string; camera_name: string; scene_num: number }

/** In the layout of the pad; the middle button stops. */
const layout = [
  'up_left',
  'up',
  'up_right',
  'left',
  undefined,
  'right',
  'down_left',
  'down',
  'down_right',
] as const
const speed_names = Object.keys(speeds) as Speed[]
/** Duration of a move started by a screen reader, which cannot hold a button, in milliseconds. */
const nudge_ms = 300

export function PtzPad({ camera }: { camera: PtzCamera }) {
  const words = useWords('camera').ptz
  const info = useCall('/api/camera/ptz_info', { camera_sn: camera.camera_sn })
  if (info.isError && (info.error.kind === 'http' || info.error.reason === 'ptz_unsupported')) return null
  return (
    <section className={`grid slim gap-12 ${styles.ptz}`} aria-label={words.title}>
      {info.data ? (
        <Pad camera={camera} info={info.data} />
      ) : info.isError ? (
        <div className={`grid gap-8 text-13 icons-18 ${styles.failed}`} role="alert">
          <h3>{words.title}</h3>
          <p className="flex gap-6">
            <WarnIcon />
            {info.error.message || words.failed}
          </p>
          <Button disabled={info.isFetching} onClick={() => void readAgain(info)}>
            <RefreshIcon />
            {words.retry}
          </Button>
        </div>
      ) : (
        <p className="note" role="status">
          {words.asking}
        </p>
      )}
    </section>
  )
}

type Info = NonNullable<ReturnType<typeof useCall<'/api/camera/ptz_info'>>['data']>

function Pad({ camera, info }: { camera: PtzCamera; info: Info }) {
  const words = useWords('camera').ptz
  const pad = useRef<HTMLDivElement>(null)
  const [speed, setSpeed] = useState<Speed>('middle')
  const ptz = usePtz(camera.camera_sn, speed, pad)
  const button = (turn: Turn, label: string) => (
    <HeldButton
      key={turn}
      turn={turn}
      label={label}
      held={ptz.held.has(turn)}
      press={ptz.press}
      release={ptz.release}
    />
  )
  return (
    <>
      <div className={`row spread ${styles.head}`}>
        <h3>{words.title}</h3>
        <span role="status">
          <StatusTag tone={ptz.moving ? 'info' : 'idle'}>{ptz.moving ? words.moving : words.still}</StatusTag>
        </span>
      </div>
      <div ref={pad} className={styles.pad}>
        {info.pan_tilt && (
          <div
            className={`grid gap-4 bordered on-subtle ${styles.turns}`}
            role="group"
            aria-label={words.pad}
          >
            {layout.map((turn) =>
              turn === undefined ? (
                <button
                  key="stop"
                  type="button"
                  className={`ring-1 text-13 ink-2 bold ${styles.stop}`}
                  data-moving={ptz.moving}
                  onClick={ptz.stop}
                >
                  {words.stop}
                </button>
              ) : (
                button(turn, words.turns[turn])
              ),
            )}
          </div>
        )}
        <div className="flex column spread gap-8">
          {info.zoom && (
            <div
              className={`flex column grow gap-4 bordered on-subtle ${styles.zoom}`}
              role="group"
              aria-label={words.zoom}
            >
              {button('closer', words.closer)}
              {button('wider', words.wider)}
            </div>
          )}
          <div className={styles.speeds} role="group" aria-label={words.speed}>
            {speed_names.map((option) => (
              <button
                key={option}
                type="button"
                className="raised ring-1 grow text-13 ink-2 round-6"
                aria-pressed={option === speed}
                onClick={() => setSpeed(option)}
              >
                {words.speeds[option]}
              </button>
            ))}
          </div>
        </div>
      </div>
      <p className="note">
        {words.hint}
        <span className={styles.keys}>{words.keys}</span>
      </p>
      {camera.scene_num > 0 && (
        <p className={`flex gap-6 text-13 ink round-6 on-warn icons-18 ${styles.warning}`}>
          <WarnIcon />
          {words.scenes(camera.scene_num)}
        </p>
      )}
      {(info.most_presets > 0 || info.presets.length > 0) && (
        <PtzPresets
          camera_sn={camera.camera_sn}
          presets={info.presets}
          unread={info.presets_failed === true}
          max_presets={info.most_presets}
        />
      )}
    </>
  )
}

type Held = {
  turn: Turn
  label: string
  held: boolean
  press: (turn: Turn) => void
  release: (turn: Turn) => void
}

function HeldButton({ turn, label, held, press, release }: Held) {
  const byKey = (event: KeyboardEvent, work: (turn: Turn) => void) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!event.repeat) work(turn)
  }
  return (
    <button
      type="button"
      className={`filled ring-1 icons-20 ${styles.turn}`}
      data-turn={turn}
      data-held={held}
      aria-label={label}
      title={label}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        press(turn)
      }}
      onPointerUp={() => release(turn)}
      onPointerCancel={() => release(turn)}
      onLostPointerCapture={() => release(turn)}
      onBlur={() => release(turn)}
      onKeyDown={(event) => byKey(event, press)}
      onKeyUp={(event) => byKey(event, release)}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => {
        if (event.detail !== 0) return
        press(turn)
        setTimeout(() => release(turn), nudge_ms)
      }}
    >
      {turn === 'closer' ? <PlusIcon /> : turn === 'wider' ? <MinusIcon /> : <Arrow />}
    </button>
  )
}

/** Points right; the style sheet rotates it. */
const Arrow: Icon = (props) => <StrokeIcon {...props} d="M4.5 10h11M11 5.5l4.5 4.5-4.5 4.5" />
const MinusIcon: Icon = (props) => <StrokeIcon {...props} d="M4 10h12" />
