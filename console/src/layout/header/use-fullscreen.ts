/** Whether the document fills the screen, and a function to toggle it (spec §2). */
import { useEffect, useState } from 'react'
import { wordsNow } from '#src/core/words.ts'
import { toast } from '#src/ui/toast.tsx'

/** Follows the browser, because Esc leaves fullscreen too. */
export function useFullscreen(): boolean {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  return full
}

/** Without support it shows the warning of spec §2. */
export function toggleFullscreen(): void {
  const warn = () => toast.warning(wordsNow('shell').no_fullscreen)
  if (!document.fullscreenEnabled) return warn()
  const is_full = document.fullscreenElement !== null
  void (is_full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(warn)
}
