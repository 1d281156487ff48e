/**
 * A camera's live view: video if the device has ffmpeg and the camera has a stream, else pictures, else the
 * reason why there is none. Long because the states of one picture and its full screen belong together.
 */
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { RefreshIcon, WarnIcon, ExpandIcon, ShrinkIcon } from '#src/ui/icons.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { watchLive, type LiveSession, type LiveState } from './live-session.ts'
import styles from './live-stage.module.css'
import full_screen_button_styles from './full-screen-button.module.css'

const tones: Readonly<Record<LiveState['at'], Tone>> = {
  connecting: 'info',
  live: 'ok',
  interrupted: 'bad',
  lost: 'warn',
  refused: 'bad',
  none: 'bad',
  paused: 'idle',
}

type Props = {
  camera: { camera_sn: string; camera_name: string }
  /** Drawn over the picture, in the picture's own aspect ratio. */
  over?: ReactNode
  /** Aspect ratio (width divided by height) of the picture; 16:9 if unknown. */
  ratio?: number
  /** The address of the last picture, shown until the live view delivers one. */
  still?: string
}

export function LiveStage({ camera, over, ratio = 16 / 9, still = '' }: Props) {
  const words = useWords('camera')
  const [state, setState] = useState<LiveState>({ at: 'connecting' })
  const [seen, setSeen] = useState<'nothing' | 'video' | 'pictures'>('nothing')
  const [behind, setBehind] = useState('')
  const video = useRef<HTMLVideoElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const session = useRef<LiveSession>(undefined)
  useEffect(() => {
    if (!video.current || !picture.current) return
    const show = (next: LiveState): void => {
      // Every frame reports the live state; only a change is rendered.
      setState((last) =>
        last.at === 'live' && next.at === 'live' && last.kind === next.kind && last.because === next.because
          ? last
          : next,
      )
      if (next.at === 'live') setSeen(next.kind)
    }
    const opened = watchLive(camera.camera_sn, { video: video.current, picture: picture.current, show })
    session.current = opened
    const clock = setInterval(() => setBehind(opened.behind().toFixed(1)), 1_000)
    return () => {
      clearInterval(clock)
      opened.close()
    }
  }, [camera.camera_sn])
  const w = words.live
  const retry = () => session.current?.retry()
  const live = state.at === 'live'
  return (
    <div className="slim">
      <div
        ref={stage}
        className={`relative clip round-6 ${styles.stage}`}
        style={{ aspectRatio: ratio, maxWidth: `calc((100dvh - 14rem) * ${ratio})` }}
        data-old={!live}
      >
        {seen === 'nothing' && still !== '' && (
          <img className={`full block tall ${styles.screen}`} src={still} alt="" />
        )}
        {/* The video has no sound, so there are no captions. */}
        <video
          ref={video}
          className={`full block tall ${styles.screen}`}
          muted
          playsInline
          aria-label={w.of(camera.camera_name)}
          hidden={seen !== 'video'}
        />
        <img
          ref={picture}
          className={`full block tall ${styles.screen}`}
          alt={w.of(camera.camera_name)}
          hidden={seen !== 'pictures'}
        />
        {over}
        <FullScreenButton of={stage} video={video} />
        {!live && (
          <div className={`center text-center cover ${styles.over}`}>
            <StateMessage state={state} />
          </div>
        )}
      </div>
      <div className={`row wrap gap-8-12 above-12 ${styles.line}`}>
        <span role="status">
          <StatusTag tone={tones[state.at]}>{stateLabel(state, w)}</StatusTag>
        </span>
        {live && (
          <span className="note figures">
            {state.kind === 'video' ? behind !== '' && w.delay(behind) : w.rate}
          </span>
        )}
        {(state.at === 'interrupted' ||
          state.at === 'lost' ||
          state.at === 'refused' ||
          state.at === 'none') && (
          <Button onClick={retry}>
            <RefreshIcon />
            {w.retry}
          </Button>
        )}
        {live && (state.because === 'failed' || state.because === 'busy' || state.because === 'proxy') && (
          <Button onClick={retry}>
            <RefreshIcon />
            {w.video}
          </Button>
        )}
      </div>
      {live && state.because !== '' && (
        <p className="above-8 text-13 ink-2" role="note">
          {w.because[state.because]}
        </p>
      )}
    </div>
  )
}

function stateLabel(state: LiveState, w: ReturnType<typeof useWords<'camera'>>['live']): string {
  switch (state.at) {
    case 'live':
      return w.live
    case 'connecting':
      return w.connecting
    case 'paused':
      return w.paused
    case 'lost':
      return w.lost
    case 'interrupted':
      return w.interrupted
    default:
      return w.none.title
  }
}

/** Why there is no live view, shown over the last picture. */
function StateMessage({ state }: { state: LiveState }) {
  const words = useWords('camera')
  const sentence =
    state.at === 'interrupted'
      ? words.reasons[state.step]
      : state.at === 'refused'
        ? state.message
        : state.at === 'none'
          ? words.live.none[state.because]
          : undefined
  if (sentence === undefined)
    return <p data-busy={state.at === 'connecting'}>{stateLabel(state, words.live)}</p>
  return (
    <p role="alert">
      <WarnIcon />
      {sentence}
    </p>
  )
}

type FullScreenButtonProps = { of: RefObject<HTMLElement | null>; video: RefObject<HTMLVideoElement | null> }
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }
type Sideways = ScreenOrientation & { lock?: (to: 'landscape') => Promise<void> }

/** Shows a picture in full screen, in landscape on a phone. An iPhone supports that only for the video. */
function FullScreenButton({ of, video }: FullScreenButtonProps) {
  const words = useWords('shell').header
  const [full, setFull] = useState(false)
  useEffect(() => {
    const follow = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === of.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [of])

  function toggle() {
    if (full) return void document.exitFullscreen()
    if (!document.fullscreenEnabled) return (video.current as PhoneVideo | null)?.webkitEnterFullscreen?.()
    // Locking the orientation is rejected on anything but a phone.
    void of.current
      ?.requestFullscreen()
      .then(() => (screen.orientation as Sideways).lock?.('landscape'))
      .catch(() => undefined)
  }
  const label = full ? words.leave_fullscreen : words.fullscreen
  return (
    <button
      type="button"
      className={`plain center round-6 icons-18 ${full_screen_button_styles.button}`}
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      {full ? <ShrinkIcon /> : <ExpandIcon />}
    </button>
  )
}
