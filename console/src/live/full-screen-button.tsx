/** Shows a picture in full screen, in landscape on a phone. An iPhone supports that only for the video. */
import { useEffect, useState, type RefObject } from 'react'
import { useWords } from '#src/core/words.ts'
import { ExpandIcon, ShrinkIcon } from '#src/ui/icons.tsx'
import styles from './full-screen-button.module.css'

type Props = { of: RefObject<HTMLElement | null>; video: RefObject<HTMLVideoElement | null> }
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }
type Sideways = ScreenOrientation & { lock?: (to: 'landscape') => Promise<void> }

export function FullScreenButton({ of, video }: Props) {
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
    <button type="button" className={styles.button} aria-label={label} title={label} onClick={toggle}>
      {full ? <ShrinkIcon /> : <ExpandIcon />}
    </button>
  )
}
