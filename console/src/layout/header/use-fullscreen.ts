/** Whether the document fills the screen, and a function to toggle it (spec §2). */
import { useEffect, useState } from 'react'
import { useWords } from '#src/core/words.ts'
import { toast } from '#src/ui/toast.tsx'

/**
 * Follows the browser, because Esc leaves fullscreen too. Without support it shows the warning of spec §2.
 */
export function useFullscreen(): { full: boolean; toggle: () => void } {
  const words = useWords('shell')
  const [full, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  function toggle(): void {
    if (!document.fullscreenEnabled) return toast.warning(words.no_fullscreen)
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() =>
      toast.warning(words.no_fullscreen),
    )
  }
  return { full, toggle }
}
